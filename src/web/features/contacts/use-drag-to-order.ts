import { type CSSProperties, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

interface Drag {
  from: number
  to: number
  /** How far the row was pulled, in pixels. */
  offset: number
  height: number
}

interface Grip {
  from: number
  startY: number
  /** The middles of all rows when the drag began, on the page. */
  middles: number[]
  height: number
}

/** Dragging the rows of `list` by a handle. `onDrop` is called once, when the row is let go; Esc puts it back. */
export function useDragToOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const grip = useRef<Grip>(null)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    function giveUp(event: KeyboardEvent) {
      if (event.key === 'Escape') end()
    }
    document.addEventListener('keydown', giveUp)
    return () => document.removeEventListener('keydown', giveUp)
  })

  function end() {
    grip.current = null
    setDrag(null)
  }

  function dragAt({ pageY }: PointerEvent): Drag | null {
    if (!grip.current) return null
    const { from, startY, middles, height } = grip.current
    const offset = pageY - startY
    // A row makes way as soon as the pulled one reaches its middle, whichever of the two is taller.
    const middle = (middles[from] ?? 0) + offset
    const stayAbove = middles.filter((other, index) => index < from && other < middle - height / 2)
    const cameAbove = middles.filter((other, index) => index > from && other < middle + height / 2)
    const to = stayAbove.length + cameAbove.length
    return { from, to, offset, height }
  }

  const handleProps = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || !list.current) return
      event.preventDefault() // no text is selected on the way
      event.currentTarget.setPointerCapture(event.pointerId)
      const boxes = [...list.current.children].map((row) => row.getBoundingClientRect())
      grip.current = {
        from,
        startY: event.pageY,
        middles: boxes.map(({ top, height }) => top + height / 2 + window.scrollY),
        height: boxes[from]?.height ?? 0,
      }
      setDrag(dragAt(event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => grip.current && setDrag(dragAt(event)),
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const dropped = dragAt(event)
      end()
      if (dropped && dropped.to !== dropped.from) onDrop(dropped.from, dropped.to)
    },
    onPointerCancel: end,
  })

  function rowStyle(index: number): CSSProperties | undefined {
    if (!drag) return undefined
    const { from, to, offset, height } = drag
    if (index === from) return { transform: `translateY(${offset}px)` }
    if (index > from && index <= to) return { transform: `translateY(${-height}px)` }
    if (index < from && index >= to) return { transform: `translateY(${height}px)` }
    return undefined
  }

  return { handleProps, rowStyle, draggedIndex: drag?.from }
}
