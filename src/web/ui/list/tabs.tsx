import type { LucideIcon } from 'lucide-react'
import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabItem<Value extends string> {
  value: Value
  label: string
  /** Shown from 768 px. */
  icon?: LucideIcon
}

interface TabsProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  label: string
  tabs: readonly TabItem<Value>[]
  /** `segment` fills the chosen tab; `line` underlines it on a card's edge. */
  variant?: 'segment' | 'line'
  /** Between the tabs and the panels, such as a filter: receives the tab list to place. */
  layout?: (tabList: ReactNode) => ReactNode
  /** `<TabPanel value="…">` for each tab. */
  children: ReactNode
}

/** Tabs with their panels. Controlled, so that the address can follow. */
export function Tabs<Value extends string>({
  value,
  onChange,
  label,
  tabs,
  variant = 'segment',
  layout = (tabList) => tabList,
  children,
}: TabsProps<Value>) {
  function choose(next: string) {
    const tab = tabs.find((candidate) => candidate.value === next)
    if (tab) onChange(tab.value)
  }
  const list = (
    <Primitive.List className={variant === 'segment' ? 'tabs' : 'subtabs'} aria-label={label}>
      {tabs.map((tab) => (
        <Primitive.Trigger
          key={tab.value}
          value={tab.value}
          className={variant === 'segment' ? 'tabs__tab' : 'subtabs__tab'}
        >
          {tab.icon && <tab.icon />}
          {tab.label}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
  )
  return (
    <Primitive.Root value={value} onValueChange={choose} className="grid gap-5 md:gap-6">
      <div>{layout(list)}</div>
      {children}
    </Primitive.Root>
  )
}

/** What one tab shows. `keepMounted` keeps a form's typed values while another tab is open. */
export function TabPanel({
  value,
  keepMounted,
  children,
}: {
  value: string
  keepMounted?: boolean
  children: ReactNode
}) {
  return (
    <Primitive.Content
      value={value}
      forceMount={keepMounted || undefined}
      className="min-w-0 rounded-md data-[state=inactive]:hidden"
    >
      {children}
    </Primitive.Content>
  )
}
