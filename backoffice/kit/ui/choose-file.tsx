import { useId } from 'react'
import css from './choose-file.module.css'
import { Icon } from './icon.tsx'

/** A native file input with words of our own: on a phone it offers the camera. */
export function ChooseFile({
  label,
  accept,
  icon,
  single = false,
  onChoose,
}: {
  readonly label: string
  readonly accept: string
  readonly icon: 'picture' | 'book'
  readonly single?: boolean
  readonly onChoose: (files: readonly File[]) => void
}) {
  const id = useId()
  return (
    <span className={css.chooser}>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={!single}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <label className="middle gap-8 medium round" htmlFor={id}>
        <Icon name={icon} /> {label}
      </label>
    </span>
  )
}
