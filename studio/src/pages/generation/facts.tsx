export interface Fact {
  name: string;
  value: string;
}

const ADDRESS = /^https?:\/\/\S+$/;

/** Names and what they stand for; nothing where there are none. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (!facts.length) return null;
  return (
    <section class="card facts">
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {ADDRESS.test(value) ? (
                <a href={value} target="_blank" rel="noreferrer">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
