/** The wide valley under the closing words and the subscribe card. Decoration only; its colours follow the theme. */
export function Valley({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1440 760"
      preserveAspectRatio="xMaxYMax slice"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="valley-vs" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--today-sky-top)" />
          <stop offset=".55" stopColor="var(--today-sky-mid)" />
          <stop offset="1" stopColor="var(--today-sky-low)" />
        </linearGradient>
      </defs>
      <rect width="1440" height="760" fill="url(#valley-vs)" />
      <g fill="var(--today-star)">
        <path d="M1190 110l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" />
        <path d="M1198 222.8l2.3 6.9 6.9 2.3-6.9 2.3-2.3 6.9-2.3-6.9-6.9-2.3 6.9-2.3Z" />
        <path d="M1152 166.4l1.9 5.7 5.7 1.9-5.7 1.9-1.9 5.7-1.9-5.7-5.7-1.9 5.7-1.9Z" />
        <path d="M1224 152.8l1.8 5.4 5.4 1.8-5.4 1.8-1.8 5.4-1.8-5.4-5.4-1.8 5.4-1.8Z" />
        <path d="M1204 187.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
      </g>
      <g fill="var(--today-star)">
        <path d="M180 85.2l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
        <path d="M520 56l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
        <path d="M760 125.2l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
        <path d="M930 66.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
        <path d="M1360 215.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
        <path d="M660 236.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
      </g>
      <circle cx="842" cy="398" r="88" fill="var(--today-sun)" />
      <path
        d="M0 492C150 436 300 452 470 470c180 20 300-62 480-58 170 4 310-48 490-30v378H0Z"
        fill="var(--today-hill-far)"
      />
      <g transform="translate(640 474) scale(0.62 0.62)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(684 470) scale(-0.5 0.5)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(1398 404) scale(0.7 0.7)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <path
        d="M0 566c210-46 380 12 570 4 210-8 330-96 520-92 150 4 240 40 350 18v264H0Z"
        fill="var(--today-hill-mid)"
      />
      <g fill="none" stroke="var(--today-sun)" strokeWidth="6" strokeLinecap="round">
        <path d="M1034 388a134 134 0 0 1 226 0" />
        <path d="M1066 404a98 98 0 0 1 162 0" />
      </g>
      <g transform="translate(1147 486) scale(1.05)">
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
        <path d="M-58-48v36M58-48v36M-58-24H-10M10-24h48" stroke="var(--today-roof-dark)" strokeWidth="3" fill="none" />
        <path d="M-9-8h18l5 14h-28Z" fill="var(--today-wall)" />
      </g>
      <g transform="translate(1256 500) scale(1.15 1.15)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(1300 506) scale(-0.8 0.8)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(1020 494) scale(-0.85 0.85)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <path d="M0 640c190-44 380 14 640 30 260 14 470-62 800-22v112H0Z" fill="var(--today-hill-near)" />
      <g fill="none" stroke="var(--today-wire)" strokeWidth="2.6">
        <path d="M-20 560Q120 640 236 548" />
        <path d="M236 548Q430 646 640 566" />
        <path d="M640 566Q790 590 900 520" />
        <path d="M900 520Q1010 520 1096 452" />
      </g>
      <path d="M236 690V524" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <path d="M207.78 547.24H264.22" stroke="var(--today-wire)" strokeWidth="7.2" strokeLinecap="round" />
      <path d="M640 684V546" stroke="var(--today-wire)" strokeWidth="7.5" strokeLinecap="round" />
      <path d="M616.54 565.32H663.46" stroke="var(--today-wire)" strokeWidth="6" strokeLinecap="round" />
      <path d="M900 600V508" stroke="var(--today-wire)" strokeWidth="5.5" strokeLinecap="round" />
      <path d="M884.36 520.88H915.64" stroke="var(--today-wire)" strokeWidth="4.4" strokeLinecap="round" />
      <path d="M0 712c240-34 500 30 760 18 270-12 470-34 680-12v42H0Z" fill="var(--today-hill-deep)" />
    </svg>
  )
}
