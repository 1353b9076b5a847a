/** A kookaburra for the other drawings, facing right. */
export function Kookaburra({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
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
  )
}
