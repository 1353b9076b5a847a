import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { toast } from './overlay/toast.tsx'

const COPIED_MS = 2500

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'icon'> {
  /** What is copied. */
  text: string
  /** On the button. */
  label?: string
  /** Distinguishes this button from others: "Call SID" makes it "Copy Call SID" for assistive tools. */
  about?: string
}

/** Puts a text on the clipboard and says so on the button. */
export function CopyButton({ text, label = 'Copy', about, size = 'sm', ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    const done = await copyText(text, button.current)
    setCopied(done)
    if (!done) toast.error('Your browser wouldn’t copy it. Please select the text and copy it yourself.')
  }
  return (
    <>
      <Button
        {...rest}
        ref={button}
        size={size}
        onClick={copy}
        aria-label={about && !copied ? `${label} ${about}` : undefined}
      >
        {copied ? <Check /> : <Copy />}
        {copied ? 'Copied!' : label}
      </Button>
      <span role="status" className="sr-only">
        {copied && `${about ?? label}: copied`}
      </span>
    </>
  )
}

/** Where a page is not served over https the clipboard has no interface of its own, and the old command stands in. */
async function copyText(text: string, beside: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text, beside)
  }
}

function copyBySelection(text: string, beside: HTMLElement | null): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'sr-only'
  // Beside the button: an open dialog takes the focus back from everything outside of it.
  ;(beside?.parentElement ?? document.body).append(box)
  try {
    box.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    box.remove()
    beside?.focus()
  }
}
