/** The options of a select: values with their names, after the one that means no value. */
export const Options = ({
  none,
  of,
}: {
  readonly none?: string | undefined
  readonly of: readonly (readonly [value: string | number, name: string])[]
}) => (
  <>
    {none !== undefined && <option value="">{none}</option>}
    {of.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </>
)
