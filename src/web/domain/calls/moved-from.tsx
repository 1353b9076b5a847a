import { callDateTime } from './call-when.tsx'

/** The regular time of an occurrence that rings at another one. */
export function MovedFrom({ time, zone }: { time: string | null; zone: string }) {
  return time && <small className="block num">Moved from {callDateTime(time, zone)}</small>
}
