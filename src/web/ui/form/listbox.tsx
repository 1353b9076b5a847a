import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'

export interface ListOption {
  value: string
  label: string
  /** Options that share a heading stand together. */
  group?: string
}

/** Typed letters belong to one search while they come faster than this. */
const TYPE_AHEAD_MS = 700
const PAGE = 10

/** The keyboard of a list of options. The focus stays where it is; the active option is named by `activeId`. */
export function useListbox(
  listId: string,
  options: readonly ListOption[],
  value: string | undefined,
  onChoose: (value: string) => void,
  { typeAhead = true }: { typeAhead?: boolean } = {},
) {
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const typed = useRef({ text: '', at: 0 })
  const index = Math.min(active, options.length - 1)

  function search(key: string) {
    const now = performance.now()
    const text = (now - typed.current.at < TYPE_AHEAD_MS ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, at: now }
    const found = options.findIndex((option) => option.label.toLowerCase().startsWith(text))
    if (found >= 0) setActive(found)
  }

  function move(to: number) {
    setActive(Math.min(options.length - 1, Math.max(0, to)))
  }

  function onKeyDown(event: KeyboardEvent) {
    const option = options[index]
    if (event.key === 'ArrowDown') move(index + 1)
    else if (event.key === 'ArrowUp') move(index - 1)
    else if (event.key === 'PageDown') move(index + PAGE)
    else if (event.key === 'PageUp') move(index - PAGE)
    else if (typeAhead && event.key === 'Home') move(0)
    else if (typeAhead && event.key === 'End') move(options.length - 1)
    else if (event.key === 'Enter' || (typeAhead && event.key === ' ' && typed.current.text === '')) {
      if (option) onChoose(option.value)
    } else if (typeAhead && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      search(event.key)
    } else return
    event.preventDefault()
  }

  return { active: index, setActive, activeId: index >= 0 ? `${listId}-${index}` : undefined, onKeyDown }
}

/** Scrolls the list, and never the page, until the option can be seen. */
function reveal(list: HTMLElement, option: HTMLElement, where: 'just' | 'in the middle') {
  const top = option.offsetTop - list.offsetTop
  const bottom = top + option.offsetHeight
  if (where === 'in the middle') list.scrollTop = top - (list.clientHeight - option.offsetHeight) / 2
  else if (top < list.scrollTop) list.scrollTop = top
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
}

interface ListboxProps {
  id: string
  label: string
  options: readonly ListOption[]
  value: string | undefined
  list: ReturnType<typeof useListbox>
  onChoose: (value: string) => void
  /** The list itself takes the focus (a select); without it a search box above keeps it (a time picker). */
  focusable?: boolean
  ref?: Ref<HTMLDivElement>
}

/** The options of an open select or picker, 48 px each, the chosen one ticked. */
export function Listbox({ id, label, options, value, list, onChoose, focusable = false, ref }: ListboxProps) {
  const opened = useRef(false)
  useEffect(() => {
    const option = list.activeId ? document.getElementById(list.activeId) : null
    if (!option?.parentElement) return
    reveal(option.parentElement, option, opened.current ? 'just' : 'in the middle')
    opened.current = true
  }, [list.activeId])
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      className="timelist"
      tabIndex={focusable ? 0 : undefined}
      aria-activedescendant={focusable ? list.activeId : undefined}
      onKeyDown={focusable ? list.onKeyDown : undefined}
    >
      {options.map((option, index) => (
        <Fragment key={option.value}>
          {option.group && option.group !== options[index - 1]?.group && (
            <p className="timelist__group" aria-hidden="true">
              {option.group}
            </p>
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays on the list, which names the active option */}
          <div
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === value}
            data-active={index === list.active || undefined}
            className="menu__item"
            onPointerMove={() => list.setActive(index)}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
            {option.value === value && <Check className="tick" />}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
