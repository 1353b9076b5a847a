const TIMES: Readonly<Record<number, string>> = {
  1: 'once',
  2: 'twice',
  3: 'three times',
  4: 'four times',
  5: 'five times',
  6: 'six times',
  7: 'seven times',
  8: 'eight times',
  9: 'nine times',
}

/** "once", "twice", "three times"; from ten on in figures, "12 times". */
export function timesInWords(count: number): string {
  return TIMES[count] ?? `${count} times`
}
