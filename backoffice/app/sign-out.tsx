import { useState } from 'react'
import { createPortal } from 'react-dom'
import { signOut } from '../kit/api/session.ts'
import { Button } from '../kit/ui/button.tsx'
import { Acts, Dialog } from '../kit/ui/dialog.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { sentenceOf } from '../kit/ui/message.tsx'
import { common } from '../kit/words/texts.ts'
import { t } from './texts.ts'

/** Signs out. When the request fails, a dialog says that the session is still open: the computer may be shared. */
export function SignOut() {
  const [failure, setFailure] = useState<unknown>()
  const leave = () => {
    setFailure(undefined)
    signOut().then(next => location.assign(next), setFailure)
  }
  return (
    <>
      <button type="button" onClick={leave}>
        <Icon name="out" /> {t.signOut}
      </button>
      {failure !== undefined &&
        // The click closes the menu: a dialog inside it would disappear.
        createPortal(
          <Dialog
            title={t.stillIn}
            about={sentenceOf(failure)}
            onClose={() => setFailure(undefined)}
            onSubmit={leave}
          >
            <Acts>
              <Button onClick={() => setFailure(undefined)}>{t.stayIn}</Button>
              <Button look="primary" type="submit" autoFocus>
                {common.retry}
              </Button>
            </Acts>
          </Dialog>,
          document.body,
        )}
    </>
  )
}
