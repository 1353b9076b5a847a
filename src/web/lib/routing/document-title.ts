import { useEffect } from 'react'

/** Names the page in the tab and the history: "Calls - Cooee". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Cooee' ? title : `${title} - Cooee`
  }, [title])
}
