import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../layout/logo.tsx';
import { accessTexts } from '../../texts/access.ts';
import { chooseLanguage } from '../../texts/chosen-language.ts';
import { common } from '../../texts/common.ts';
import { type Language, language, languages } from '../../texts/language.ts';
import classes from './access-frame.module.css';

interface AccessFrameProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Heights of a spoken sentence, in percent. */
const VOICE = [
  8, 14, 22, 38, 30, 52, 74, 60, 88, 66, 80, 46, 34, 20, 12, 8, 10, 26, 44, 62, 92, 78, 98, 70, 54, 60, 36,
  24, 14, 8, 8, 16, 30, 50, 40, 66, 84, 58, 72, 48, 32, 22, 12, 8,
];

/** The pages in front of the console: the product on one side, one form on the other. */
export function AccessFrame({ title, description, children }: AccessFrameProps) {
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <div className={classes.frame}>
      <aside className={classes.side}>
        <svg className={classes.voice} viewBox="0 0 440 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            d={VOICE.map((height, index) => `M${index * 10 + 5} ${50 - height / 2}v${height}`).join('')}
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
          />
        </svg>
        <div className={classes.brand}>
          <Logo size={36} />
          {common.product}
        </div>
        <div className={classes.words}>
          <p className={classes.slogan}>{accessTexts.slogan}</p>
          <p className={classes.sloganText}>{accessTexts.sloganText}</p>
        </div>
      </aside>
      <main className={classes.content}>
        <div className={classes.form}>
          <div className={classes.smallBrand}>
            <Logo size={30} />
            {common.product}
          </div>
          <Stack gap={4} mb="lg">
            <Title order={1}>{title}</Title>
            {description && (
              <Text size="sm" c="dimmed" component="div">
                {description}
              </Text>
            )}
          </Stack>
          {children}
          <OtherLanguages />
        </div>
      </main>
    </div>
  );
}

function OtherLanguages() {
  const others = (Object.keys(languages) as Language[]).filter((code) => code !== language);
  return (
    <Group gap="md" mt="xl">
      {others.map((code) => (
        <Anchor
          key={code}
          component="button"
          type="button"
          size="xs"
          lang={code}
          onClick={() => chooseLanguage(code)}
        >
          {languages[code]}
        </Anchor>
      ))}
    </Group>
  );
}
