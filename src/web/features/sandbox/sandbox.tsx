export function Sandbox() {
  return <h1>Sandbox</h1>
}
