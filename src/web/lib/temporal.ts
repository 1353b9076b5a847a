/** Makes sure that `Temporal` exists before `#core/recurrence` runs: browsers without it load a polyfill once. */
export async function ensureTemporal(): Promise<void> {
  if ('Temporal' in globalThis) return
  await import('temporal-polyfill/global')
}
