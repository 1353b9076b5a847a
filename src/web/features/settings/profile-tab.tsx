import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type User, userSchema } from '#contract/accounts/accounts.ts'
import { type ProfileBody, profileForm } from '#contract/accounts/profile.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { findZoneChoices, zoneChoices } from '#core/time-zone-choices.ts'
import { DraftNotice } from '#web/domain/feedback/draft-notice.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { settingsSearch } from '#web/domain/search-parameters.ts'
import { useDraft, useFormDraft } from '#web/lib/forms/draft.ts'
import { useScreenLeaveGuard } from '#web/lib/forms/leave-guard.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { api } from '#web/lib/http/api-client.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { replaceUser } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { PasswordField, TextField } from '#web/ui/form/form-fields.tsx'
import { SearchableSelect } from '#web/ui/form/searchable-select.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

const PhoneVerification = lazyPart(
  async () => (await import('#web/domain/account/phone-verification.tsx')).PhoneVerification,
  (failure) => <ErrorState small headingLevel="h3" title="We couldn’t show if our texts reach you" {...failure} />,
  <div className="span-2">
    <Skeleton height="4.5rem" />
  </div>,
)

type ProfileFormInput = z.input<typeof profileForm>
type ProfileFormOutput = z.output<typeof profileForm>
type ProfileForm = UseFormReturn<ProfileFormInput, unknown, ProfileFormOutput>

/** Who the account holder is, and how they are reached. */
export function ProfileTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const user = useUser()
  const save = useSaveProfile()
  const [newNumber, setNewNumber] = useState<string | null>(null)
  const form: ProfileForm = useForm({
    resolver: zodResolver(profileForm),
    defaultValues: formValues(user),
    mode: 'onTouched',
  })
  const { phone } = useSearch(settingsSearch)
  const { setFocus } = form
  useEffect(() => {
    // After the heading of a screen that was just opened has had it.
    const timer = phone ? setTimeout(() => setFocus('phoneNumber')) : undefined
    return () => clearTimeout(timer)
  }, [phone, setFocus])
  const draft = useDraft<ProfileFormInput>('settings/profile')
  useFormDraft(draft, form, ['currentPassword'])
  const { isDirty, errors } = form.formState
  // Before the next key: Escape right after typing must already ask.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])

  async function submit({ currentPassword, ...body }: ProfileFormOutput) {
    try {
      const saved = await save.mutateAsync({ ...body, ...(currentPassword ? { currentPassword } : {}) })
      if (saved.phoneNumber !== user.phoneNumber) setNewNumber(saved.phoneNumber)
      form.reset(formValues(saved))
    } catch (error) {
      showRefusal(error, form)
    }
  }
  return (
    <section className="card card__body max-w-[48rem]" aria-labelledby="profile-heading">
      <h2 id="profile-heading" className="mb-5">
        Profile
      </h2>
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)} aria-labelledby="profile-heading">
        <DraftNotice draft={draft} />
        {errors.root && <SaveFailure text={errors.root.message ?? ''} error={save.error} />}
        <ProfileFields form={form} user={user} newNumber={newNumber} />
        <div className="form-actions mt-1">
          <Button variant="primary" type="submit" busy={save.isPending} busyLabel="Saving…">
            Save Changes
          </Button>
        </div>
      </form>
      <LeaveQuestion hasChanges={isDirty} />
    </section>
  )
}

function ProfileFields({ form, user, newNumber }: { form: ProfileForm; user: User; newNumber: string | null }) {
  const [email, phoneNumber] = form.watch(['email', 'phoneNumber'])
  const hasPhoneNumber = Boolean(phoneNumber)
  return (
    <div className="form-grid form-grid--2">
      <TextField form={form} name="firstName" label="First Name" autoComplete="given-name" aria-required="true" />
      <TextField form={form} name="lastName" label="Last Name" autoComplete="family-name" aria-required="true" />
      <TextField
        form={form}
        name="email"
        label="Email"
        help="Where we email you about missed calls."
        type="email"
        autoComplete="email"
        aria-required="true"
      />
      <TextField
        form={form}
        name="phoneNumber"
        label="Phone Number"
        optional
        help="Where we text you about missed calls."
        type="tel"
        autoComplete="tel"
      />
      {user.phoneNumber !== null && isSameNumber(user.phoneNumber, phoneNumber) && (
        <PhoneVerification
          key={user.phoneNumber}
          phoneNumber={user.phoneNumber}
          isVerified={user.phoneVerified}
          isNew={user.phoneNumber === newNumber}
        />
      )}
      {isReachedElsewhere(user, { email, phoneNumber }) && (
        <PasswordField
          form={form}
          name="currentPassword"
          label="Your password"
          className="span-2"
          help="We need it to change how we reach you. We’ll also let your old email and phone number know."
          autoComplete="current-password"
          aria-required="true"
        />
      )}
      {!hasPhoneNumber && (
        <Callout kind="quiet" className="span-2">
          Without a phone number we can only email you about missed calls, and we can’t ring you if nobody else can
          check.
        </Callout>
      )}
      <TimezoneField form={form} />
      <Field label="Username" help="You sign in with it. You can’t change it." className="span-2">
        {(control) => <Input {...control} value={user.username} readOnly autoComplete="username" />}
      </Field>
    </div>
  )
}

function TimezoneField({ form }: { form: ProfileForm }) {
  const { defaultValues, errors } = form.formState
  const saved = defaultValues?.timezone ?? ''
  const choices = useMemo(() => zoneChoices(knownZones(), saved), [saved])
  return (
    <Controller
      control={form.control}
      name="timezone"
      render={({ field }) => (
        <Field
          label="Timezone"
          className="span-2"
          help="For the times we show you. We ring at the time where your loved one lives."
          error={errors.timezone?.message}
        >
          {(control) => (
            <SearchableSelect
              {...control}
              {...field}
              label="Timezone"
              icon={Globe}
              nameOf={(zone) => choices.find(({ value }) => value === zone)?.label}
              find={(typed) => findZoneChoices(choices, typed)}
              searchHint="Find a city"
              nothingFound="No such place. Try the largest city nearby, like Auckland."
            />
          )}
        </Field>
      )}
    />
  )
}

/** Asks before the page is left with changes that were not saved. */
function LeaveQuestion({ hasChanges }: { hasChanges: boolean }) {
  const leaving = useScreenLeaveGuard(hasChanges)
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) leaving.reset?.()
      }}
      title="Discard your changes?"
      description="You haven’t saved what you changed here."
      cancelLabel="Keep editing"
      confirmLabel="Discard changes"
      onConfirm={() => leaving.proceed?.()}
    />
  )
}

function useSaveProfile() {
  return useMutation({
    mutationFn: (body: ProfileBody) => api.patch(userSchema, '/api/profile', body),
    onSuccess: (user) => {
      replaceUser(user)
      toast.success('Your profile has been saved')
    },
    onError: (error) => toast.error(`Failed to update profile: ${error.message}`),
  })
}

function formValues(user: User): ProfileFormInput {
  return {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    email: user.email,
    phoneNumber: displayPhone(user.phoneNumber ?? ''),
    timezone: user.timezone,
    currentPassword: '',
  }
}

/** Whether the server asks for the password. The first number is no change: there is nobody it could keep news from. */
function isReachedElsewhere(
  user: User,
  { email, phoneNumber }: Pick<ProfileFormInput, 'email' | 'phoneNumber'>,
): boolean {
  const isEmailNew = email.trim().toLowerCase() !== user.email.toLowerCase()
  return isEmailNew || (user.phoneNumber !== null && !isSameNumber(user.phoneNumber, phoneNumber))
}

function isSameNumber(one: string, other: string | null): boolean {
  const digits = (phone: string | null) => (phone ?? '').replace(/\D/g, '')
  return digits(one) === digits(other)
}

/** What the server refused stands beside the field it names, else above the form, where it does not go away as a toast. */
function showRefusal(error: unknown, form: ProfileForm): void {
  const message = error instanceof Error ? error.message : 'There was a problem connecting to the server'
  showRefusals(form, error, `Failed to update profile: ${message}`)
}

/** Those that this browser knows; an old one that cannot say offers our own alone. */
function knownZones(): readonly string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}
