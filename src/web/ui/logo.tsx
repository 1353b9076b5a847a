/** The mark: one call and its echo, with the sun beside it. */
function Mark({ tile, sun, call, echo }: { tile: string; sun: string; call: string; echo: string }) {
  return (
    <>
      <rect width="96" height="96" rx="27" fill={tile} />
      <circle cx="31" cy="33" r="11.5" fill={sun} />
      <g fill="none" strokeWidth="9.5" strokeLinecap="round">
        <path d="M15.500 60.500H36C54 60.500 51 27 72 27" stroke={call} />
        <path d="M30 77.500h16.500C64.500 77.500 61.500 46 80.500 46" stroke={echo} />
      </g>
    </>
  )
}

const COLOURS = {
  light: { tile: '#0a4f45', sun: '#f7ca40', call: '#f8f8f2', echo: '#7eb1a0', word: 'var(--logo-word)' },
  reversed: { tile: '#f7ca40', sun: '#0a4f45', call: '#0a4f45', echo: '#3f7f6c', word: '#f8f8f2' },
}

interface LogoProps {
  /** `reversed` for night bush (sidebar, top bar, footer). */
  variant?: 'light' | 'reversed'
  /** The mark without the word. */
  markOnly?: boolean
  className?: string
}

/** The lockup of mark and word; size it by height. On the rail its box is cut to the mark. */
export function Logo({ variant = 'light', markOnly = false, className }: LogoProps) {
  const { word, ...mark } = COLOURS[variant]
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={markOnly ? '0 0 96 96' : '0 0 379.17 96'}
      preserveAspectRatio="xMinYMid slice"
      role="img"
      aria-label="Cooee"
      className={className}
    >
      <Mark {...mark} />
      {!markOnly && (
        <g
          transform="translate(118 17.43) scale(0.82)"
          fill="none"
          stroke={word}
          strokeWidth="13"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M47.76 29.33A24 24 0 1 0 47.76 62.67" />
          <circle cx="92" cy="46" r="24" />
          <circle cx="158" cy="46" r="24" />
          <path d="M203 31H247A24 24 0 1 0 238.43 49.39" />
          <path d="M268 31H312A24 24 0 1 0 303.43 49.39" />
        </g>
      )}
    </svg>
  )
}
