import { useDocumentTitle } from '#web/lib/document-title.ts'

/** The Calls Management screen. */
export function Calls() {
  useDocumentTitle('Calls Management')
  return <h1>Calls Management</h1>
}
