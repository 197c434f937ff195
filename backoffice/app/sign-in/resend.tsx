import { useState } from 'react'
import { send } from '../../kit/api/send.ts'
import { Button } from '../../kit/ui/button.tsx'
import { sentenceOf } from '../../kit/ui/message.tsx'
import { PATHS } from './paths.ts'
import { t } from './texts.ts'

/** Sends the verification mail again, to the address in the form. */
export function Resend() {
  const [notice, setNotice] = useState<string>()
  const again = async () => {
    const email = document.querySelector<HTMLInputElement>('input[name=email]')?.value ?? ''
    await send('POST /auth/send-verification-email', {
      body: { email, callbackURL: `${PATHS.signIn}?confirmee=1` },
    }).then(
      () => setNotice(t.resent),
      error => setNotice(sentenceOf(error)),
    )
  }
  return notice ? <p role="status">{notice}</p> : <Button onClick={() => void again()}>{t.resend}</Button>
}
