import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}：{role}の面接へのご案内',
    reminder: '{client}：{role}の面接がまだお済みではありません',
    link: '{client}：{role}の面接の新しいリンク',
  },
  greeting: '{name} 様',
  greetingWithoutName: 'こんにちは。',
  invited: '{client}より、次の職種の面接にご案内します：{role}。',
  reminder: '面接がまだ行われていません。お知らせはこの一度だけです。',
  newLink: '新しいリンクをお送りします。以前のリンクは使えません。',
  open: '面接を開く',
  needed:
    'コンピュータープログラムが質問し、声でお答えいただきます。所要時間は最長 {minutes} 分です。静かな場所、マイク、ブラウザーをご用意ください。始める前に、何が録音されるかをお読みいただき、断ることもできます。',
  until: 'リンクの有効期限：{deadline}。',
  personal: 'このリンクはご本人専用です。他の方に渡さないでください。',
  ask: 'ご質問がある場合、または障害のため別の方法が必要な場合は、招待した担当者にご連絡ください。',
  contact: 'ご質問がある場合、または障害のため別の方法が必要な場合の連絡先：{contact}',
  calendar: '面接の期限：{role}',
};
