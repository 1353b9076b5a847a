import { useDocumentTitle } from '#web/lib/document-title.ts'

/** The Loved Ones screen. */
export function LovedOnes() {
  useDocumentTitle('Loved Ones')
  return <h1>Loved Ones</h1>
}
