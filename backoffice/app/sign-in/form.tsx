import { type ReactNode, useState } from 'react'
import { type Asking, text } from '../../kit/forms/asking.ts'
import { Needed, Wrong } from '../../kit/forms/form-state.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Failure } from '../../kit/ui/message.tsx'
import { Card } from './card.tsx'
import { PATHS } from './paths.ts'
import css from './sign-in.module.css'
import { t } from './texts.ts'

/** A form: the failure, the fields, and one button. */
export function Form({
  asking,
  submit,
  remedy,
  after,
  children,
}: {
  readonly asking: Asking
  readonly submit: string
  /** Shown beside the failure: a way to fix it. */
  readonly remedy?: ReactNode
  /** Below the button. */
  readonly after?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <form onSubmit={asking.submit} noValidate className="stack gap-16">
      {asking.failure && (
        <Failure>
          <p>{asking.failure}</p>
          {remedy}
        </Failure>
      )}
      <Needed />
      {children}
      <Wrong errors={asking.errors} />
      <Button look="primary" type="submit" wide off={asking.busy}>
        {submit}
      </Button>
      {after}
    </form>
  )
}

export const EmailField = ({
  asking,
  autoFocus,
  address,
}: {
  readonly asking: Asking
  readonly autoFocus?: boolean
  /** Prefilled from the link of a mail. */
  readonly address?: string | undefined
}) => (
  <Field
    label={t.email}
    name="email"
    type="email"
    autoComplete="username webauthn"
    defaultValue={address}
    error={asking.errors.email}
    autoFocus={autoFocus}
  />
)

export const BackToSignIn = () => (
  <a className={css.small} href={PATHS.signIn}>
    {t.back}
  </a>
)

/** A form that is answered by mail: once sent, the card says to look at the mailbox. */
export function useMailed(send: (email: string, values: FormData) => Promise<unknown>) {
  const [to, setTo] = useState<string>()
  const ask = async (values: FormData) => {
    const email = text(values, 'email')
    await send(email, values)
    setTo(email)
  }
  const mailed = (title: string, said: (email: string) => string) =>
    to === undefined ? undefined : (
      <Card title={title}>
        <p role="status">{said(to)}</p>
        <BackToSignIn />
      </Card>
    )
  return { ask, mailed }
}
