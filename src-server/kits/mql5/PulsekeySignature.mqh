// 整条应答的签名 / the signature over a whole answer. Nothing to change here.
#property strict

class CPulsekeySignature : public CPulsekeyText
  {
private:
   CPulsekeyEd25519 m_ed25519;

public:
   // X-Pulsekey-Signature: t=<秒> <密钥编号>=<base64> / t=<seconds> <key id>=<base64>, two of them while one key replaces another.
   // call 是时间、value、api 三行 / `call` is time, value and api in three lines.
   bool IsGood(const string headers, const string call, const uchar &body[], const string key, const string nextKey)
     {
      string part[];
      int parts = StringSplit(Line(headers), ' ', part);
      if(parts < 2 || StringFind(call + "\n", StringSubstr(part[0], 2) + "\n") != 0) return(false);
      uchar message[];
      ToBytes("pulsekey1\n" + call + "\n", message);
      int head = ArraySize(message);
      ArrayResize(message, head + ArraySize(body));
      for(int i = 0; i < ArraySize(body); i++) message[head + i] = body[i];
      for(int i = 1; i < parts; i++)
         if(IsBy(key, part[i], message) || IsBy(nextKey, part[i], message)) return(true);
      return(false);
     }

private:
   // 经过代理后头名可能变成小写 / a proxy may send the header's name in lower case.
   string Line(const string headers)
     {
      string lower = headers;
      StringToLower(lower);
      int at = StringFind("\n" + lower, "\nx-pulsekey-signature:");
      if(at < 0) return("");
      string line = StringSubstr(headers, at + 21);
      int end = StringFind(line, "\n");
      return(Trim(end < 0 ? line : StringSubstr(line, 0, end)));
     }

   bool IsBy(const string hex, const string entry, const uchar &message[])
     {
      uchar signature[];
      uchar key[];
      FromHex(hex, key);
      FromBase64(StringSubstr(entry, StringFind(entry, "=") + 1), signature);
      return(m_ed25519.Verify(message, signature, key));
     }
  };
