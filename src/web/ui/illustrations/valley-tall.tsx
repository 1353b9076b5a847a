/** The tall valley beside the sign-in forms. Decoration only; its colours follow the theme. `landOnly` leaves out the sky and its colour. */
export function ValleyTall({ className, landOnly = false }: { className?: string; landOnly?: boolean }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={landOnly ? '0 440 760 560' : '0 0 760 1000'}
      preserveAspectRatio={landOnly ? 'xMidYMax meet' : 'xMidYMax slice'}
      className={className}
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="valley-tall-ps" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--today-sky-top)" />
          <stop offset=".55" stopColor="var(--today-sky-mid)" />
          <stop offset="1" stopColor="var(--today-sky-low)" />
        </linearGradient>
      </defs>
      {!landOnly && <rect width="760" height="1000" fill="url(#valley-tall-ps)" />}
      <g fill="var(--today-star)">
        <path d="M560 150l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" />
        <path d="M568 262.8l2.3 6.9 6.9 2.3-6.9 2.3-2.3 6.9-2.3-6.9-6.9-2.3 6.9-2.3Z" />
        <path d="M522 206.4l1.9 5.7 5.7 1.9-5.7 1.9-1.9 5.7-1.9-5.7-5.7-1.9 5.7-1.9Z" />
        <path d="M594 192.8l1.8 5.4 5.4 1.8-5.4 1.8-1.8 5.4-1.8-5.4-5.4-1.8 5.4-1.8Z" />
        <path d="M574 227.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
      </g>
      <g fill="var(--today-star)">
        <path d="M120 325.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
        <path d="M330 296.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
        <path d="M660 416l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
        <path d="M440 86.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
      </g>
      <circle cx="250" cy="560" r="96" fill="var(--today-sun)" />
      <path d="M0 648c110-50 220-20 330-22s250-76 430-40v414H0Z" fill="var(--today-hill-far)" />
      <g transform="translate(96 628) scale(0.62 0.62)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(138 624) scale(-0.5 0.5)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <path d="M0 744c140-60 260 6 390-10s200-74 370-66v332H0Z" fill="var(--today-hill-mid)" />
      <g fill="none" stroke="var(--today-sun)" strokeWidth="6" strokeLinecap="round">
        <path d="M452 566a134 134 0 0 1 226 0" />
        <path d="M484 582a98 98 0 0 1 162 0" />
      </g>
      <g transform="translate(565 672) scale(1.08)">
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
      <g transform="translate(668 684) scale(1.1 1.1)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <g transform="translate(436 714) scale(-0.85 0.85)">
        <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
        <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
        <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
        <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
      </g>
      <path d="M0 836c180-50 330 20 480 12s190-40 280-34v186H0Z" fill="var(--today-hill-near)" />
      <g fill="none" stroke="var(--today-wire)" strokeWidth="3">
        <path d="M-20 770Q36 790 92 756" />
        <path d="M92 756Q260 850 430 770" />
        <path d="M430 770Q480 740 512 652" />
      </g>
      <path d="M92 900V736" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <path d="M64.12 758.96H119.88" stroke="var(--today-wire)" strokeWidth="7.2" strokeLinecap="round" />
      <path d="M430 880V756" stroke="var(--today-wire)" strokeWidth="7.5" strokeLinecap="round" />
      <path d="M408.92 773.36H451.08" stroke="var(--today-wire)" strokeWidth="6" strokeLinecap="round" />
      <g transform="translate(118 646) scale(.92)">
        <path d="M94 148 66 202q-2 6 4 6.5l11 .500q5 0 7-4l26-46Z" fill="#9a6a45" />
        <path d="m84.5 166 20 8.5m-27 5.5 20.5 8.5M71 194l21 8" stroke="#4b3526" strokeWidth="5" fill="none" />
        <path
          d="M110 52c20-22 66-18 75 14 4 14-1 26-7 36 8 24 2 54-26 66-16 6-34 3-44-6-22-20-22-82 2-110Z"
          fill="#fbf5e8"
        />
        <path d="M178 102c8 24 2 54-26 66-8 3-17 4-25 2 30-10 46-36 51-68Z" fill="#efe3cd" />
        <path d="M112 84c-15 14-23 44-15 74l-15 24c24-5 58-16 68-44 4-18-10-46-38-54Z" fill="#5b4231" />
        <path d="M117 101c18 4 27 15 26 30-14-3-25-14-26-30Z" fill="#56a9cb" />
        <path d="M111 121c9 10 19 15 29 16-3 6-7 11-12 15-10-6-16-18-17-31Z" fill="#463224" />
        <path d="M110 52c11-12 29-17 46-14-6 10-26 15-51 22 1-3 3-6 5-8Z" fill="#7a5a42" />
        <path d="M186 67c-11-11-35-7-58 3-10 5-20 8-26 8 1-4 2-8 4-11 18-5 44-19 72-14 4 4 7 9 8 14Z" fill="#4b3526" />
        <circle cx="163" cy="60.5" r="5" fill="#1c1512" />
        <circle cx="164.8" cy="58.7" r="1.6" fill="#fff" />
        <path d="M176.5 53c24 2 43 10 53.5 22-17 2-34 1-48-3 3-7 0-14-5.5-19Z" fill="#3a2d26" />
        <path d="M182 72c15 4 31 5 46 4-14 8-30 10-47 6 1-3 1.5-7 1-10Z" fill="#d3b284" />
        <path d="M140 167v9m10-11v10" stroke="#8b6b4a" strokeWidth="5" strokeLinecap="round" fill="none" />
      </g>
      <path d="M0 930c160-40 320 24 480 12s190-26 280-16v74H0Z" fill="var(--today-hill-deep)" />
    </svg>
  )
}
