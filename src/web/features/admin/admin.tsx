export function AdminPanel() {
  return <h1>AdminPanel</h1>
}
