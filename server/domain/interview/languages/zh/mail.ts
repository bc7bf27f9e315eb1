import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}：邀请您参加{role}面试',
    reminder: '{client}：您的{role}面试尚未进行',
    link: '{client}：您的{role}面试新链接',
  },
  greeting: '{name}，您好：',
  greetingWithoutName: '您好：',
  invited: '{client}邀请您参加以下职位的面试：{role}。',
  reminder: '您尚未进行面试。这是唯一一次提醒。',
  newLink: '这是您的新链接。之前的链接已失效。',
  open: '打开面试',
  needed:
    '由计算机程序提问，您用语音回答。最多需要 {minutes} 分钟。您需要一个安静的地方、麦克风和浏览器。开始之前，您可以阅读会录制哪些内容，也可以拒绝。',
  until: '链接有效期至：{deadline}。',
  personal: '此链接仅供您本人使用，请勿转发。',
  ask: '有疑问，或因残障需要其他方式？请联系邀请您的人。',
  contact: '有疑问，或因残障需要其他方式？联系方式：{contact}',
  calendar: '面试截止时间：{role}',
};
