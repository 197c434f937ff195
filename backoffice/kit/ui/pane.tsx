import { Component, type ReactNode } from 'react'
import { client } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import { Reference } from './crash-reference.tsx'
import { Failure } from './message.tsx'
import css from './pane.module.css'
import { t } from './pane-texts.ts'

interface Props {
  /** For people. */
  readonly name?: string
  /** For the log. */
  readonly part: string
  /** The content shown; other content resets the boundary. */
  readonly of?: string | undefined
  /** Another way out: to the next item, or to close a dialog. */
  readonly instead?: { readonly label: string; readonly run: () => void } | undefined
  /** Wraps the message where it would not be visible in its place. */
  readonly frame?: (content: ReactNode) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly error: unknown
  readonly hasFailed: boolean
  readonly tries: number
}

const WHOLE: State = { error: undefined, hasFailed: false, tries: 0 }

/** An error boundary around a part of a screen. */
export class Pane extends Component<Props, State> {
  override readonly state: State = WHOLE

  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ error, hasFailed: true })

  override componentDidUpdate(before: Props): void {
    if (before.of !== this.props.of && this.state.hasFailed) this.setState(WHOLE)
  }

  /** Clears the query cache first: its data may cause the crash. */
  private readonly retry = async () => {
    client.removeQueries({ type: 'inactive' })
    await client.refetchQueries({ type: 'active' })
    this.setState(({ tries }) => ({ error: undefined, hasFailed: false, tries: tries + 1 }))
  }

  override render(): ReactNode {
    const { name = t.thisPart, part, instead, frame = content => content, children } = this.props
    const { error, hasFailed, tries } = this.state
    if (!hasFailed) return children
    return frame(
      <div className={css.pane} data-broken={part}>
        <Failure>
          <p>{t.part(name)}</p>
          {error instanceof Refused && error.requestId ? (
            <p className="least soft anywhere">{common.reference(error.requestId)}</p>
          ) : (
            <Reference error={error} part={part} />
          )}
          <div className="row gap-8">
            <Button onClick={() => void this.retry()}>{common.retry}</Button>
            {instead && <Button onClick={instead.run}>{instead.label}</Button>}
            {tries > 0 && (
              <Button look="quiet" onClick={() => location.reload()}>
                {common.reload}
              </Button>
            )}
          </div>
        </Failure>
      </div>,
    )
  }
}
