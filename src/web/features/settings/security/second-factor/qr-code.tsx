import { encode } from 'uqr'

/** Modules of white around it, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4
/** In CSS pixels: read from arm's length, and fits the narrowest phone. */
const WIDTH = 224

/** A QR code, black on white in either theme: not every camera reads it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width={WIDTH}
      height={WIDTH}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
