/** The three hills of the Today panel and the sidebar. Decoration only; its colours follow the theme. */
export function Horizon({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1000 160"
      preserveAspectRatio="none"
      className={className}
      aria-hidden="true"
    >
      <path
        d="M0 52C90 28 190 34 300 46c150 16 240-34 400-34 130 0 210 34 300 22v126H0Z"
        fill="var(--today-hill-far)"
      />
      <path d="M0 84c130-24 240 6 380 2s250-36 400-30c100 4 150 20 220 12v92H0Z" fill="var(--today-hill-mid)" />
      <path d="M0 114c160-16 330 10 520 3s320-20 480-9v52H0Z" fill="var(--today-hill-near)" />
    </svg>
  )
}
