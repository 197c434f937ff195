import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../kit/ui/button.tsx'
import { Dialog, DialogActs } from '../../../kit/ui/dialog.tsx'
import { Field } from '../../../kit/ui/field.tsx'
import { focusWrongIn } from '../../../kit/ui/first-wrong.ts'
import { addressTyped } from './address.ts'
import type { Chosen } from './editor.ts'
import { t } from './texts.ts'

/** The words and the address of a link. It stands outside of the form that it serves. */
export function LinkDialog({
  chosen,
  onPut,
  onRemove,
  onClose,
}: {
  readonly chosen: Chosen
  readonly onPut: (words: string, href: string) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const isNew = chosen.href === undefined
  const isAddress = isNew && addressTyped(chosen.words) !== undefined
  const [words, setWords] = useState(chosen.words)
  const [typed, setTyped] = useState(chosen.href ?? (isAddress ? chosen.words : ''))
  const [tried, setTried] = useState(false)
  const href = addressTyped(typed)
  return createPortal(
    <Dialog
      title={isNew ? t.link.title : t.link.change}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (href === undefined) focusWrongIn(document.querySelector('dialog:modal form'))
        else onPut(words.trim() || typed.trim(), href)
      }}
    >
      <Field
        label={t.link.words}
        optional
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
        maxLength={300}
        autoComplete="off"
        dir="auto"
        data-first={words === '' ? '' : undefined}
      />
      <Field
        label={t.link.address}
        hint={t.link.hint}
        value={typed}
        error={tried && href === undefined ? t.link.wrong : undefined}
        onChange={event => setTyped(event.currentTarget.value)}
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        data-first={words === '' ? undefined : ''}
      />
      <DialogActs keep={t.link.not} now={isNew ? t.link.put : t.link.save} onClose={onClose}>
        {!isNew && <Button onClick={onRemove}>{t.link.remove}</Button>}
      </DialogActs>
    </Dialog>,
    document.body,
  )
}
