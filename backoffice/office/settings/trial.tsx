import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewWatchedWords, WatchedWordsTrial } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Failure, Loading, sentenceOf } from '../../kit/ui/message.tsx'
import css from './settings.module.css'
import { t } from './watched-texts.ts'

/** The result of a dry run: the last publications that the watched words match. */

type Sought = Pick<NewWatchedWords, 'kind'> & { readonly words: readonly string[] }
type State = 'running' | WatchedWordsTrial | { readonly error: unknown } | undefined

export function useTrial() {
  const [state, setState] = useState<State>()
  const run = ({ kind, words }: Sought) => {
    setState('running')
    call('POST /api/v1/admin/watched-words/trial', { body: { kind, words: [...words] } }).then(
      ({ data }) => setState(data),
      error => setState({ error }),
    )
  }
  return { state, run }
}

export function Trial({ of: { state } }: { readonly of: ReturnType<typeof useTrial> }) {
  return (
    <section className={css.trial} aria-label={t.trial} role="status">
      {state === 'running' && <Loading />}
      {typeof state === 'object' &&
        ('error' in state ? (
          <Failure>{sentenceOf(state.error)}</Failure>
        ) : (
          <>
            <p className="second">{t.found(state.found, state.read)}</p>
            <ul>
              {state.examples.map(({ id, title, texts }) => (
                <li key={id}>
                  <Link to="/moderation" search={{ item: id }} dir="auto">
                    {title}
                  </Link>{' '}
                  <span className="soft">{t.texts(texts)}</span>
                </li>
              ))}
            </ul>
          </>
        ))}
    </section>
  )
}
