import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { MAX_TOPIC_LENGTH, type Topic, topicBody } from '#contract/calls/talks.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { useEditTopic } from './talks-api.ts'

const form = z.object({ words: topicBody.shape.words.unwrap() })

interface EditTopicProps {
  lovedOneId: number
  topic: Topic
  onDone: () => void
}

/** Changes what is remembered, in its line. Enter saves, and what was typed stays where saving fails. */
export function EditTopic({ lovedOneId, topic, onDone }: EditTopicProps) {
  const edit = useEditTopic(lovedOneId)
  const { register, handleSubmit, setError, formState } = useForm<z.infer<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: { words: topic.words },
  })
  const save = handleSubmit((body) =>
    edit.mutate(
      { id: topic.id, ...body },
      { onSuccess: onDone, onError: (error) => setError('words', { message: error.message }) },
    ),
  )
  return (
    <form noValidate className="grid gap-2" onSubmit={save}>
      <TextField
        form={{ register, formState }}
        name="words"
        label="What to remember"
        autoFocus
        maxLength={MAX_TOPIC_LENGTH}
        autoComplete="off"
      />
      <span className="flex gap-2">
        <Button size="sm" variant="primary" type="submit" busy={edit.isPending} busyLabel="Saving…">
          Save
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
