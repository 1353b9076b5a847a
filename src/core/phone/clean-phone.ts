/** A number as somebody types or copies it, without what stands between its digits, and without the "(0)" of "+61 (0)2 9876 5432". */
export function cleanPhone(typed: string): string {
  return typed
    .replace(/(\+\s*\d{1,3}[\s.-]*)\(0\)/, '$1')
    .replace(/[\s().\-‐-―/\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
}
