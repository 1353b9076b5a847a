import { useDocumentTitle } from '#web/lib/document-title.ts'

/** The Dashboard screen. */
export function Dashboard() {
  useDocumentTitle('Dashboard')
  return <h1>Dashboard</h1>
}
