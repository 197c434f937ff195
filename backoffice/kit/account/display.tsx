import { useState } from 'react'
import { isCompact, setCompact, setLanguage, setTheme, THEMES, theme } from '../display.ts'
import { switchLetters, useLetters } from '../keys.ts'
import { Check } from '../ui/field.tsx'
import { Section } from '../ui/section.tsx'
import { language } from '../words/language.ts'
import css from './account.module.css'
import { t } from './texts.ts'

const LANGUAGES = { fr: 'Français', en: 'English' } as const

/** Display settings, applied at once and stored in this browser. `brief`: without those of the desks. */
export function Display({ brief }: { readonly brief?: boolean }) {
  const [chosen, setChosen] = useState(theme())
  const [compact, setDense] = useState(isCompact())
  const letters = useLetters()
  return (
    <Section title={t.display}>
      <fieldset>
        <legend>{t.theme}</legend>
        <div className={`row gap-6-20 ${css.choices}`}>
          {THEMES.map(one => (
            <label className="flex middle gap-8" key={one}>
              <input
                type="radio"
                name="theme"
                checked={one === chosen}
                onChange={() => {
                  setTheme(one)
                  setChosen(one)
                }}
              />
              {t.themes[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{t.language}</legend>
        <div className={`row gap-6-20 ${css.choices}`}>
          {(['fr', 'en'] as const).map(one => (
            <label className="flex middle gap-8" key={one} lang={one}>
              <input
                type="radio"
                name="language"
                checked={one === language}
                onChange={() => setLanguage(one)}
              />
              {LANGUAGES[one]}
            </label>
          ))}
        </div>
      </fieldset>
      {!brief && (
        <Check
          role="switch"
          label={t.compact}
          hint={t.compactHint}
          checked={compact}
          onChange={event => {
            setCompact(event.currentTarget.checked)
            setDense(event.currentTarget.checked)
          }}
        />
      )}
      {!brief && (
        <Check
          role="switch"
          label={t.letters}
          hint={t.lettersHint}
          checked={letters}
          onChange={event => switchLetters(event.currentTarget.checked)}
        />
      )}
    </Section>
  )
}
