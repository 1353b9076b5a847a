export function ActivityLog() {
  return <h1>ActivityLog</h1>
}
