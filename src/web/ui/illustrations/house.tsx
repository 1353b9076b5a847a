/** A house on stumps with a lit window, for the other drawings. */
export function House({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
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
  )
}
