/** "Some Other Type" for `some_other_type`: how a value is shown that has no label of its own. */
export function titleCase(underscored: string): string {
  return underscored
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
