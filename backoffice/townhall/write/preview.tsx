import { useEffect, useRef, useState } from 'react'
import { previewAddress } from '../../kit/place.ts'
import { PageFrames } from './page-frames.ts'
import { t } from './texts.ts'
import type { Errors, Words } from './typed.ts'
import css from './write.module.css'

interface Written extends Words {
  readonly acteur_id: string
  readonly publication_id: string | undefined
}

/** The page of la place with what is written. Undefined: nothing is written yet. */
export function Preview({ of, errors }: { readonly of: Written | undefined; readonly errors: Errors }) {
  const holder = useRef<HTMLDivElement>(null)
  const frames = useRef<PageFrames>(undefined)
  const [isCurrent, setCurrent] = useState(true)
  const words = of && of.commune_id !== '' && of.type_id !== '' ? JSON.stringify(shownOf(of, errors)) : ''
  const isBlank = words === ''
  useEffect(() => {
    if (isBlank || !holder.current || previewAddress === undefined) return
    const made = new PageFrames(holder.current, {
      address: previewAddress,
      title: t.look.title,
      tell: setCurrent,
    })
    frames.current = made
    return () => {
      frames.current = undefined
      made.stop()
    }
  }, [isBlank])
  useEffect(() => {
    frames.current?.show(words)
  }, [words])
  if (previewAddress === undefined) return <p className={css.note}>{t.look.noPages}</p>
  return (
    <>
      {isBlank && <p className={css.nothing}>{t.look.nothing}</p>}
      {!isBlank && <div ref={holder} className={css.frames} />}
      <p className={css.note} role="status">
        {!isBlank && !isCurrent && t.look.notCurrent}
      </p>
    </>
  )
}

/** Leaves out fields with an error. Those that an unfinished text has not filled in yet are kept. */
const shownOf = (of: Written, errors: Errors) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => MAY_BE_EMPTY.includes(name) || !(name in errors)))
const MAY_BE_EMPTY = ['title', 'body', 'images', 'documents']
