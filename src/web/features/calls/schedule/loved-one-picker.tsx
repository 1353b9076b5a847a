import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { type LovedOne, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { beyondListQuery, isLongList } from '#web/domain/people/use-loved-one.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import type { FieldControl } from '#web/ui/form/field.tsx'
import { SearchableSelect } from '#web/ui/form/searchable-select.tsx'
import { Select } from '#web/ui/form/select.tsx'

interface LovedOnePickerProps {
  control: FieldControl
  lovedOnes: readonly LovedOne[]
  /** Who is chosen, where that is known. */
  chosen: LovedOne | undefined
  onChoose: (id: number) => void
}

const optionsOf = (lovedOnes: readonly LovedOne[]) =>
  lovedOnes.map(({ id, name }) => ({ value: String(id), label: name }))

/** Whom to ring: a short list, or one that the server searches where there are more than a list holds. */
export function LovedOnePicker(props: LovedOnePickerProps) {
  return isLongList(props.lovedOnes) ? <PickerOfMany {...props} /> : <PickerOfFew {...props} />
}

function PickerOfFew({ control, lovedOnes, chosen, onChoose }: LovedOnePickerProps) {
  return (
    <Select
      {...control}
      label="Loved One"
      icon={User}
      placeholder="Choose who to ring"
      options={optionsOf(lovedOnes)}
      value={chosen && String(chosen.id)}
      onChange={(id) => onChoose(Number(id))}
    />
  )
}

const MAX_FOUND = 50

function PickerOfMany({ control, lovedOnes, chosen, onChoose }: LovedOnePickerProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.lovedOnes, 'found', search],
    queryFn: ({ signal }) =>
      api.get(z.array(lovedOneSchema), '/api/loved-ones', { query: { search, limit: MAX_FOUND }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    retry: 1,
  })
  const isAsking = typed.trim() !== search || (data === undefined && !isError)
  const found = typed.trim() === '' ? lovedOnes.slice(0, MAX_FOUND) : (data ?? [])
  return (
    <SearchableSelect
      {...control}
      label="Loved One"
      icon={User}
      placeholder="Choose who to ring"
      searchHint="Type a name or number"
      nothingFound={
        isError ? 'We couldn’t search right now.' : isAsking ? 'Searching…' : 'No one of that name or number'
      }
      value={chosen && String(chosen.id)}
      nameOf={() => chosen?.name}
      find={() => optionsOf(found)}
      onTyped={setTyped}
      onChange={(id) => {
        const lovedOne = found.find((other) => String(other.id) === id)
        if (!lovedOne) return
        client.setQueryData(beyondListQuery(lovedOne.id).queryKey, lovedOne)
        setTyped('')
        onChoose(lovedOne.id)
      }}
    />
  )
}
