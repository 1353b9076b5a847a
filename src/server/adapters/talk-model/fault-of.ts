/**
 * What may be written down of a fault of a model: its kind, and the status of its answer. Its words may hold what was said in
 * the talk, since libraries quote what they could not read.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? ` ${error.statusCode}` : ''
  return `${error.name}${status}`
}
