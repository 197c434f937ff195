import { namesOf } from '../../../shared/fields/field.ts'
import { WATCHED_KINDS, type WatchedKind } from '../../../shared/words/watched-words.ts'
import type { WatchedWords as List } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { Editor } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { Trial, useTrial } from './trial.tsx'
import { t } from './watched-texts.ts'

interface Typed {
  readonly nom: string
  readonly kind: WatchedKind
  /** One expression a line. */
  readonly words: string
}

const linesOf = ({ kind, words }: Typed) =>
  kind === 'words' ? words.split('\n').flatMap(line => line.trim() || []) : []

/** The form of a list of watched words; the kind of a saved list stays. */
export function WatchedEditor({
  list,
  onDone,
  onSaved,
  reread,
}: {
  readonly list: List | undefined
  onDone(): void
  onSaved(nom: string): Promise<unknown>
  /** Reloads the lists and answers them. */
  reread(): Promise<readonly List[] | undefined>
}) {
  const trial = useTrial()
  const form = useRecord<List | undefined, Typed>({
    key: `watched words ${list?.id ?? 'new'}`,
    record: list,
    typedOf: from => ({
      nom: from?.nom ?? '',
      kind: from?.kind ?? 'words',
      words: from?.words.join('\n') ?? '',
    }),
    labels: { nom: t.nom, kind: t.kind, words: t.words },
    check: typed => ({
      nom: typed.nom.trim() === '' ? t.nomMissing : undefined,
      words: typed.kind === 'words' && linesOf(typed).length === 0 ? t.wordsMissing : undefined,
    }),
    async send(typed, base) {
      const [nom, words] = [typed.nom.trim(), linesOf(typed)]
      await (base
        ? call('PATCH /api/v1/admin/watched-words/{id}', {
            params: { id: base.id },
            body: { nom, words },
            version: base.version,
          })
        : call('POST /api/v1/admin/watched-words', { body: { nom, kind: typed.kind, words } }))
      // First, so that what is opened again shows what was saved.
      await onSaved(nom)
      onDone()
    },
    reread: async () => (await reread())?.find(({ id }) => id === list?.id),
  })
  const { kind } = form.value
  return (
    <Editor form={form} label={list ? t.changeThis(list.nom) : t.adding} onDone={onDone}>
      <Field
        {...form.field('nom')}
        hint={t.nomHint}
        maxLength={30}
        required
        autoFocus
        autoComplete="off"
        dir="auto"
      />
      {!list && (
        <Select
          {...form.field('kind')}
          hint={kind === 'new_hosts' ? t.newHosts : undefined}
          onChange={event => form.type({ kind: event.currentTarget.value as WatchedKind })}
        >
          <Options of={namesOf(WATCHED_KINDS).map(one => [one, labelOf(WATCHED_KINDS[one])])} />
        </Select>
      )}
      {kind === 'words' && (
        <TextArea
          {...form.field('words')}
          hint={t.wordsHint}
          rows={6}
          maxLength={12_000}
          spellCheck={false}
        />
      )}
      <div>
        <Button onClick={() => trial.run({ kind, words: linesOf(form.value) })}>{t.tryOut}</Button>
      </div>
      <Trial of={trial} />
    </Editor>
  )
}
