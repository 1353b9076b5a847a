export function Subscription() {
  return <h1>Subscription</h1>
}
