import { activeShortcuts, useLetters } from '../kit/keys.ts'
import { Button } from '../kit/ui/button.tsx'
import { Acts, Dialog } from '../kit/ui/dialog.tsx'
import { common } from '../kit/words/texts.ts'
import { keyName } from './key-name.ts'
import css from './shell.module.css'
import { t } from './texts.ts'

/** The list of the active shortcuts. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const letters = useLetters()
  const all = activeShortcuts()
  const everywhere = all.filter(({ key }) => /^(G |Ctrl |\?)/.test(key))
  const here = all.filter(shortcut => !everywhere.includes(shortcut))
  const list = (title: string, shortcuts: typeof all) => (
    <section>
      <h3>{title}</h3>
      <ul>
        {shortcuts.map(({ key, does }) => (
          <li key={key}>
            <span>{does}</span>
            <span>
              {key.split(' ').map(one => (
                <kbd key={one}>{keyName(one)}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
  return (
    <Dialog
      title={t.shortcutsTitle}
      about={letters ? undefined : t.lettersOff}
      onClose={onClose}
      onSubmit={onClose}
      wide
    >
      <div className={`stack gap-24 ${css.keys}`}>
        {here.length > 0 && list(t.here, here)}
        {list(t.everywhere, everywhere)}
      </div>
      <Acts>
        <Button type="submit">{common.close}</Button>
      </Acts>
    </Dialog>
  )
}
