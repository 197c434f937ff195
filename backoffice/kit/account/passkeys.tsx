import { useState } from 'react'
import type { Reply } from '../api/send.ts'
import { send } from '../api/send.ts'
import { begin } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { useAsking } from '../forms/asking.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActs } from '../ui/dialog.tsx'
import { Field, PasswordField } from '../ui/field.tsx'
import { NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { moment } from '../words/format.ts'
import css from './account.module.css'
import { AskPassword } from './ask-password.tsx'
import { deviceOf } from './device-name.ts'
import { hasPasskeys } from './has-passkeys.ts'
import { useOptions } from './options.ts'
import { addPasskey, isGivenUp, isKnownDevice } from './passkey.ts'
import { t } from './passkeys-texts.ts'
import { useAccount, usePasskeys } from './session.ts'
import { t as account } from './texts.ts'

type Passkey = Reply<'GET /auth/passkeys'>[number]

/** The passkeys of this person: when they were used, and a button that removes each. */
export function Passkeys() {
  const { data: signedIn } = useAccount()
  const { data: options } = useOptions()
  const { data, error, refetch } = usePasskeys()
  const [asked, setAsked] = useState<'add' | Passkey>()
  const { tell, outcome } = useActs(refetch)
  // An account of an external provider signs in there, and ends with it.
  if (!options?.passkeys || signedIn?.user.email === null) return null
  const close = () => setAsked(undefined)
  const done = async (said: string) => {
    close()
    await refetch()
    // The session of the passkey may have the second factor now.
    await begin()
    tell(said)
  }
  return (
    <Section title={t.title}>
      {outcome}
      <p>{t.about}</p>
      <NotYet data={data} error={error} refetch={refetch} />
      {data?.length === 0 && <p>{t.none}</p>}
      <ul className={css.devices}>
        {data?.map(one => (
          <OnePasskey key={one.id} passkey={one} onRemove={() => setAsked(one)} />
        ))}
      </ul>
      {hasPasskeys() ? (
        <Actions>
          <Button icon="key" onClick={() => setAsked('add')}>
            {t.add}
          </Button>
        </Actions>
      ) : (
        <p>{t.notHere}</p>
      )}
      {asked === 'add' && <Add onClose={close} onDone={() => done(t.added)} />}
      {asked && asked !== 'add' && <Remove passkey={asked} onClose={close} onDone={() => done(t.removed)} />}
    </Section>
  )
}

function OnePasskey({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const now = new Date()
  const { name, createdAt, lastUsedAt } = passkey
  const said = (at: string) => moment(new Date(at), now)
  return (
    <li className="row middle apart gap-12">
      <span>
        {name ?? t.unnamed}
        <small className="soft second block">
          {t.since(said(createdAt))}, {lastUsedAt ? t.used(said(lastUsedAt)) : t.unused}
        </small>
      </span>
      <Button onClick={onRemove}>{t.remove(name ?? t.unnamed)}</Button>
    </li>
  )
}

interface Ends {
  onClose(): void
  onDone(): Promise<void>
}

/** Our message for an error of the browser, whose own message says little. */
const toldOf = (error: unknown) => (isKnownDevice(error) ? t.known : isGivenUp(error) ? t.givenUp : undefined)

function Add({ onClose, onDone }: Ends) {
  const [name, setName] = useState(deviceOf(navigator.userAgent) ?? '')
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const asking = useAsking(
    () => ({
      name: name.trim() === '' ? t.nameMissing : undefined,
      password: password === '' ? account.missing : undefined,
    }),
    async () => {
      setRefusal(undefined)
      try {
        await addPasskey(name.trim(), password)
      } catch (error) {
        const told = toldOf(error)
        if (told === undefined) throw error
        return setRefusal(told)
      }
      await onDone()
    },
  )
  return (
    <Dialog title={t.add} onClose={onClose} onSubmit={() => asking.send(new FormData())}>
      <Field
        label={t.name}
        hint={t.nameHint}
        maxLength={60}
        value={name}
        error={asking.errors.name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <PasswordField
        label={account.current}
        autoComplete="current-password"
        // The name is proposed: what is typed next is the password, which must not show in the name.
        data-first=""
        value={password}
        error={refusal ?? asking.failure ?? asking.errors.password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      <DialogActs keep={t.cancel} now={t.goOn} off={asking.busy} onClose={onClose} />
    </Dialog>
  )
}

const Remove = ({ passkey: { id }, onClose, onDone }: Ends & { readonly passkey: Passkey }) => (
  <AskPassword
    title={t.removing}
    about={t.removingAbout}
    keep={t.keep}
    now={t.removing}
    look="grave"
    onClose={onClose}
    onPassword={async password => {
      await send('POST /auth/passkeys/remove', { body: { id, password } })
      await onDone()
    }}
  />
)
