import { Valley } from './valley.tsx'

/** The valley behind the landing page, with its kookaburra. */
export function HeroValley({ className }: { className?: string }) {
  return <Valley className={className} keep="middle" kookaburra />
}
