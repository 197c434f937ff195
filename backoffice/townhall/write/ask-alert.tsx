import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { t } from './texts.ts'

/** Confirms an alert: it is public at once. */
export const AskAlert = ({
  title,
  atOnce,
  onClose,
  onSend,
}: {
  readonly title: string
  readonly atOnce: boolean
  readonly onClose: () => void
  readonly onSend: () => void
}) => (
  <Dialog
    title={t.alert.title}
    about={atOnce ? t.alert.about(title) : t.fate.reviewed}
    onClose={onClose}
    onSubmit={onSend}
  >
    <Acts>
      <Button autoFocus onClick={onClose}>
        {t.alert.not}
      </Button>
      <Button look="grave" type="submit">
        {t.alert.do}
      </Button>
    </Acts>
  </Dialog>
)
