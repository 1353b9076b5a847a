/** The lit house beside the price. Decoration only; its colours follow the theme. */
export function Home({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 420 230"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id="home-hw">
          <rect width="420" height="230" rx="115" />
        </clipPath>
      </defs>
      <defs>
        <linearGradient id="home-hm" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--today-sky-top)" />
          <stop offset=".55" stopColor="var(--today-sky-mid)" />
          <stop offset="1" stopColor="var(--today-sky-low)" />
        </linearGradient>
      </defs>
      <g clipPath="url(#home-hw)">
        <rect width="420" height="230" fill="url(#home-hm)" />
        <g fill="var(--today-star)">
          <path d="M96 40l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
          <path d="M100 96.4l1.15 3.45 3.45 1.15-3.45 1.15-1.15 3.45-1.15-3.45-3.45-1.15 3.45-1.15Z" />
          <path d="M77 68.2l0.95 2.85 2.85 0.95-2.85 0.95-0.95 2.85-0.95-2.85-2.85-0.95 2.85-0.95Z" />
          <path d="M113 61.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
          <path d="M103 78.8l0.55 1.65 1.65 0.55-1.65 0.55-0.55 1.65-0.55-1.65-1.65-0.55 1.65-0.55Z" />
        </g>
        <circle cx="128" cy="128" r="44" fill="var(--today-sun)" />
        <path d="M0 158c80-34 160-8 230-16s130-34 190-22v110H0Z" fill="var(--today-hill-far)" />
        <g transform="translate(86 176) scale(0.6 0.6)">
          <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
          <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
          <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
          <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
        </g>
        <path d="M0 196c100-36 190-10 260-16s110-26 160-16v66H0Z" fill="var(--today-hill-mid)" />
        <g fill="none" stroke="var(--today-sun)" strokeWidth="5" strokeLinecap="round">
          <path d="M182 76a104 104 0 0 1 156 0" />
          <path d="M202 92a76 76 0 0 1 116 0" />
        </g>
        <g transform="translate(260 182) scale(0.95)">
          <path
            d="M-46-12v16m18-16v16m18-16v16m20-16v16m18-16v16m18-16v16"
            stroke="var(--today-hill-deep)"
            strokeWidth="3.5"
          />
          <rect x="-50" y="-52" width="100" height="42" fill="var(--today-wall)" />
          <rect x="-60" y="-14" width="120" height="6" fill="var(--today-roof-dark)" />
          <path d="M-68-48-34-82h68l34 34Z" fill="var(--today-roof)" />
          <path d="M-34-82h68l8 8h-84Z" fill="var(--today-roof-dark)" />
          <rect x="-38" y="-42" width="20" height="17" rx="1.5" fill="#f7ca40" />
          <rect x="18" y="-42" width="20" height="17" rx="1.5" fill="#f7ca40" />
          <rect x="-8" y="-42" width="16" height="30" rx="1.5" fill="var(--today-hill-near)" />
          <path
            d="M-58-48v36M58-48v36M-58-24H-10M10-24h48"
            stroke="var(--today-roof-dark)"
            strokeWidth="3"
            fill="none"
          />
          <path d="M-9-8h18l5 14h-28Z" fill="var(--today-wall)" />
        </g>
        <g transform="translate(346 196) scale(0.95 0.95)">
          <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
          <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
          <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
          <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
        </g>
      </g>
    </svg>
  )
}
