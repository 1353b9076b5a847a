/** The kookaburra calling into an empty valley: the page does not exist. Decoration only; its colours follow the theme. */
export function OutOfCooee({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 560 300"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id="out-of-cooee-lw">
          <rect width="560" height="300" rx="48" />
        </clipPath>
      </defs>
      <defs>
        <linearGradient id="out-of-cooee-ls" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--today-sky-top)" />
          <stop offset=".55" stopColor="var(--today-sky-mid)" />
          <stop offset="1" stopColor="var(--today-sky-low)" />
        </linearGradient>
      </defs>
      <g clipPath="url(#out-of-cooee-lw)">
        <rect width="560" height="300" fill="url(#out-of-cooee-ls)" />
        <g fill="var(--today-star)">
          <path d="M92 50l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
          <path d="M96.8 117.68l1.38 4.14 4.14 1.38-4.14 1.38-1.38 4.14-1.38-4.14-4.14-1.38 4.14-1.38Z" />
          <path d="M69.2 83.84l1.14 3.42 3.42 1.14-3.42 1.14-1.14 3.42-1.14-3.42-3.42-1.14 3.42-1.14Z" />
          <path d="M112.4 75.68l1.08 3.24 3.24 1.08-3.24 1.08-1.08 3.24-1.08-3.24-3.24-1.08 3.24-1.08Z" />
          <path d="M100.4 96.56l0.66 1.98 1.98 0.66-1.98 0.66-0.66 1.98-0.66-1.98-1.98-0.66 1.98-0.66Z" />
        </g>
        <circle cx="412" cy="150" r="52" fill="var(--today-sun)" />
        <path d="M0 196c90-36 170-10 260-22s190-52 300-34v160H0Z" fill="var(--today-hill-far)" />
        <g transform="translate(470 172) scale(0.55 0.55)">
          <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
          <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
          <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
          <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
        </g>
        <g transform="translate(500 168) scale(-0.42 0.42)">
          <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
          <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
          <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
          <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
        </g>
        <path d="M0 236c120-44 220 2 330-8s150-34 230-24v96H0Z" fill="var(--today-hill-mid)" />
        <g fill="none" stroke="var(--today-wall)" strokeWidth="6" strokeLinecap="round">
          <path d="M276 36a46 46 0 0 1 0 52" />
          <path d="M302 20a74 74 0 0 1 0 84" opacity=".75" />
          <path d="M328 6a100 100 0 0 1 0 112" opacity=".5" />
        </g>
        <path d="M0 270c150-30 260 10 560-8v38H0Z" fill="var(--today-hill-near)" />
      </g>
      <path d="M176 282V150" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <g transform="translate(43 -8) scale(.92)">
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
    </svg>
  )
}
