import { NewTab } from './new-tab.tsx'

const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/

/** Text whose web addresses can be followed, each in its own tab: the sandbox stays open. */
export function WithLinks({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <NewTab key={index} href={part}>
        {part}
      </NewTab>
    ) : (
      part
    ),
  )
}
