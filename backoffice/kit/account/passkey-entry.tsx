import { useEffect, useRef, useState } from 'react'
import { useAsking } from '../forms/asking.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/message.tsx'
import { useOptions } from './options.ts'
import { askForPasskey, canOfferQuietly, enterByPasskey, isGivenUp } from './passkey.ts'
import { t } from './passkeys-texts.ts'

/** Signs in with a passkey: by a button, and by what the browser offers in the field of the address. */
export function PasskeyEntry({ onEntered }: { readonly onEntered?: () => void }) {
  const isOffered = useOptions().data?.passkeys ?? false
  const [isGone, setGone] = useState(false)
  const waiting = useRef<AbortController>(undefined)
  const chosen = useRef<object>(undefined)
  /** A browser waits for one answer at a time. */
  const anew = () => {
    waiting.current?.abort()
    waiting.current = new AbortController()
    return waiting.current.signal
  }
  const asking = useAsking(
    () => ({}),
    async () => {
      setGone(false)
      const quietly = chosen.current
      chosen.current = undefined
      try {
        await enterByPasskey(quietly ?? (await askForPasskey({ signal: anew() })))
        onEntered?.()
      } catch (error) {
        if (!isGivenUp(error)) throw error
        setGone(true)
      }
    },
  )
  const press = useRef(asking.send)
  press.current = asking.send
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page offers passkeys
  useEffect(() => {
    if (!isOffered) return
    let isLeft = false
    const offer = async () => {
      if (!(await canOfferQuietly()) || isLeft) return
      chosen.current = await askForPasskey({ quietly: true, signal: anew() })
      press.current(new FormData())
    }
    // The button says what fails; nobody has asked for this.
    offer().catch(() => {})
    return () => {
      isLeft = true
      waiting.current?.abort()
    }
  }, [isOffered])
  if (!isOffered) return null
  const told = isGone ? t.givenUp : asking.failure
  return (
    <>
      {told && <Failure>{told}</Failure>}
      <Button icon="key" wide off={asking.busy} onClick={() => asking.send(new FormData())}>
        {t.enter}
      </Button>
    </>
  )
}
