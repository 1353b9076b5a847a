import type { ReactNode } from 'react'

interface ChoiceProps {
  title: string
  about: string
  id: string
  children: ReactNode
}

/** One thing that a member chooses, with its heading. */
export function Choice({ title, about, id, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out, and its legend is no heading
    <div role="group" aria-labelledby={`${id}-title`} className="grid gap-2 border-border border-t pt-5">
      <h3 id={`${id}-title`}>{title}</h3>
      <p id={`${id}-about`} className="muted">
        {about}
      </p>
      {children}
    </div>
  )
}
