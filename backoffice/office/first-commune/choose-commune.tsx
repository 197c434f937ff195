import { Link } from '@tanstack/react-router'
import { FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { t as acteurs } from '../acteurs/texts.ts'
import css from './first-commune.module.css'
import { t } from './texts.ts'

interface Typed {
  readonly commune: string | undefined
}

export function ChooseCommune({ onChoose }: { onChoose(id: string): Promise<void> }) {
  const form = useRecord<undefined, Typed>({
    key: 'first commune',
    record: undefined,
    typedOf: () => ({ commune: undefined }),
    check: ({ commune }) => ({ commune: commune ? undefined : acteurs.communeMissing }),
    send: async ({ commune }) => await onChoose(commune ?? ''),
  })
  return (
    <form className={`stack gap-14 top-8 ${css.form}`} noValidate onSubmit={form.onSubmit}>
      <Picker
        kind="communes"
        label={nouns.commune}
        hint={t.communeHint}
        value={form.value.commune}
        error={form.errors.commune}
        onChange={commune => form.type({ commune })}
      />
      <FormState of={form} />
      <div className={`row middle ${css.acts}`}>
        <Button look="primary" type="submit" off={form.busy}>
          {t.next}
        </Button>
        <Link to="/communes">{t.communeMissing}</Link>
      </div>
    </form>
  )
}
