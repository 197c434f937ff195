import { type ReactNode, useEffect } from 'react'
import { setLanguage } from '../../kit/display.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Mark } from '../../kit/ui/face.tsx'
import { language } from '../../kit/words/language.ts'
import { Accessibility } from '../accessibility.tsx'
import css from './sign-in.module.css'

/** A page shown before signing in: one card, and the choice of language below it. */
export function Card({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: string
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Parvis`
  }, [title])
  return (
    <div className={css.page}>
      <main className={`card ${css.card}`}>
        <header className={`stack gap-6 ${css.head}`}>
          <Mark size={40} />
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </header>
        {children}
      </main>
      <footer className={`flex middle second gap-16 ${css.foot}`}>
        <Button
          look="link"
          lang={language === 'fr' ? 'en' : 'fr'}
          onClick={() => setLanguage(language === 'fr' ? 'en' : 'fr')}
        >
          {language === 'fr' ? 'English' : 'Français'}
        </Button>
        <Accessibility />
      </footer>
    </div>
  )
}
