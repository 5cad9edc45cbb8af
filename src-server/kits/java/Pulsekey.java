import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The licence of a program, one code on one machine. Sample.java shows its use. Java 8+, compile with -encoding UTF-8.
 * Every method may be called from any thread. 程序授权，用法见 Sample.java，线程安全。
 */
public class Pulsekey {
  // You may change these. 以下各项可以修改。
  private static final String ADDRESS = "{{address}}"; // the server, without a slash at the end 服务器地址，末尾不带斜杠
  private static final int APP = "{{app}}";
  private static final String APPKEY = "{{appkey}}";
  private static final String RC4KEY = "{{rc4key}}";
  private static final String VERSION = "{{version}}"; // of this program 本程序的版本
  private static final int MODE = "{{mode}}"; // 0 plain 明文, 3 RC4-2
  private static final int GRACE_HOURS = "{{grace_hours}}"; // without an answer the last good one counts so long 无应答时沿用上次授权的小时数
  private static final String ANSWER_KEY = "{{answer_key}}"; // verifies answers; empty: not signed 验证应答签名的公钥，空为不签名
  private static final String ANSWER_KEY_NEXT = "{{answer_key_next}}";

  public static final long FOREVER = 4102243200L;

  private static final double RECHECK = 600; // seconds between two checks 两次验证的间隔秒数
  private static final int TIMEOUT_MS = 15000;
  private static final int ONE_USE = 3600; // a use of a code that counts uses lasts an hour 次数卡每次可用一小时
  private static final List<Integer> TRANSIENT = Arrays.asList(105, 108, 170, 171, 429);
  private static final List<String> TOO_OFTEN =
      Arrays.asList("\u8bf7\u6c42\u9891\u7387\u8fc7\u5feb", "Too many requests, please wait");

  /** What the program knows of its licence. 授权状态。 */
  public enum Name { WAITING, LICENSED, GRACE, REFUSED, UPDATE }

  public static final class State {
    public final Name name;
    /** Of the server; 0 without an answer. 服务器状态码，0为无应答。 */
    public final int code;
    /** For people. 给用户看的文字。 */
    public final String text;
    /** Unix seconds; FOREVER is permanent. 到期时间。 */
    public final long end;

    State(Name name, int code, String text, long end) {
      this.name = name;
      this.code = code;
      this.text = text;
      this.end = end;
    }
  }

  public interface Listener {
    void changed(State state);
  }

  /** The server cannot be reached, or the answer is not its own. 无法连接，或应答不可信。 */
  static class NoAnswer extends Exception {
    private static final long serialVersionUID = 1;

    NoAnswer(String reason) {
      super(reason);
    }
  }

  /** The server asks for patience. 服务器要求稍后再试。 */
  static final class Busy extends NoAnswer {
    private static final long serialVersionUID = 1;

    Busy(String reason) {
      super(reason);
    }
  }

  private static final class Answer {
    final int code;
    final String text;
    final Map<?, ?> fields;
    final long time;

    Answer(int code, String text, Map<?, ?> fields, long time) {
      this.code = code;
      this.text = text;
      this.fields = fields;
      this.time = time;
    }

    String field(String name) {
      Object value = fields.get(name);
      return value == null ? "" : value.toString();
    }
  }

  /** The last good answer. 上一次成功的应答。 */
  private static final class Kept {
    long end;
    long given;
    long seen;
    long wall;
  }

  protected String address = ADDRESS;
  protected int app = APP;
  protected String appkey = APPKEY;
  protected String rc4key = RC4KEY;
  protected String version = VERSION;
  protected int mode = MODE;
  protected int graceHours = GRACE_HOURS;
  protected String answerKey = ANSWER_KEY;
  protected String answerKeyNext = ANSWER_KEY_NEXT;

  private final String kami;
  private final String machine;
  private final Path folder;
  private final Listener listener;
  private final SecureRandom random = new SecureRandom();
  private final Object asking = new Object(); // held while the network is used 联网期间持有
  private final Object guard = new Object(); // held for moments only 只短暂持有
  private final Object wake = new Object();
  private boolean isWoken;
  private volatile boolean isStopped;
  private volatile int turns;
  private volatile int failures;
  private volatile long skew;
  private volatile boolean versionsRead;
  private volatile Map<?, ?> newest = Collections.emptyMap();
  private volatile State state = new State(Name.WAITING, 0, "", 0);
  private Thread thread;
  private Kept kept;

  public Pulsekey(String kami) {
    this(kami, machineCode(), Paths.get(System.getProperty("user.home"), ".pulsekey"), null);
  }

  /** @param listener null where nobody listens, else called in the thread that asks 状态变化时回调，可为空 */
  public Pulsekey(String kami, String machine, Path folder, Listener listener) {
    this.kami = trim(kami);
    this.machine = machine;
    this.folder = folder;
    this.listener = listener;
  }

  // --- what a program uses 供程序调用 ---

  /** Asks in the background from now on. It never waits and never fails. 后台开始验证，不阻塞，不报错。 */
  public void start() {
    synchronized (guard) {
      if (thread != null) return;
      thread = new Thread(this::run, "pulsekey");
      thread.setDaemon(true);
      thread.start();
    }
  }

  public void stop() {
    isStopped = true;
    wakeUp();
  }

  /** Whether the program may run now. 程序现在是否可以运行。 */
  public boolean isAllowed() {
    Name name = state().name;
    return name == Name.LICENSED || name == Name.GRACE;
  }

  public State state() {
    synchronized (guard) {
      boolean isGood = state.name == Name.LICENSED || state.name == Name.GRACE;
      if (!isGood || counts(state.name == Name.GRACE)) return state;
      if (state.name == Name.LICENSED) wakeUp(); // its end, or a corrected clock 到期或时钟被校正，立即再问
      return new State(Name.WAITING, 0, "The licence has to be confirmed / 授权需要重新确认", state.end);
    }
  }

  /** Asks once, now, and waits for it. 立即验证一次并等待结果。 */
  public State check() {
    int before = turns;
    boolean isChanged = false;
    synchronized (asking) {
      if (turns == before) { // else another thread has just asked 其他线程刚刚验证过
        isChanged = settle(askOrWait());
        turns = before + 1;
      }
    }
    if (isChanged && listener != null) listener.changed(state);
    return state();
  }

  /** Frees the code from this machine and stops; code is 200 when done. 解绑本机并停止，code 为200即成功。 */
  public State unbind() {
    synchronized (asking) {
      try {
        Answer answer = call("kmunmachine", codeAndMachine());
        if (answer.code == 200) {
          stop(); // the next check would bind the code again 再次验证会重新绑定
          forget();
          settle(new State(Name.REFUSED, 0, answer.text, 0));
        }
        return new State(state.name, answer.code, answer.text, 0);
      } catch (NoAnswer reason) {
        return new State(state.name, 0, reason.getMessage(), 0);
      }
    }
  }

  /** The announcement; empty without an answer. 公告，无应答时为空。 */
  public String notice() {
    try {
      Answer answer = call("notice", new LinkedHashMap<>());
      return answer.code == 200 ? answer.field("app_gg") : "";
    } catch (NoAnswer reason) {
      return "";
    }
  }

  /** The newest version, if this program is older; else empty. 有新版本时为版本号，否则为空。 */
  public String update() {
    String given = newest("version");
    return isNewer(given, version) ? given : "";
  }

  /** A field of ini: version, version_info, app_update_show, app_update_url. 版本信息。 */
  public String newest(String field) {
    Object value = newest.get(field);
    return value == null ? "" : value.toString();
  }

  /** Seconds until the next check: 5 s after a failure, doubling, at most 5 min. 距下次验证的秒数。 */
  double pause() {
    double uneven = 0.8 + random.nextDouble() * 0.4;
    if (failures > 0) return Math.min(5 * Math.pow(2, Math.min(failures - 1, 10)), 300) * uneven;
    synchronized (guard) {
      if (state.name != Name.LICENSED) return RECHECK * uneven;
      double left = Math.max(1, state.end - serverTime());
      // Another check would take another use. 再次验证会再扣一次，所以等到期。
      return kept().end - kept().given == ONE_USE ? left : Math.min(RECHECK * uneven, left);
    }
  }

  // --- one check 一次验证 ---

  protected long now() {
    return System.currentTimeMillis() / 1000;
  }

  private void run() {
    while (true) {
      synchronized (wake) {
        isWoken = false;
      }
      if (isStopped) return;
      try {
        check();
      } catch (RuntimeException own) { // the program's listener 程序自己的回调出错
        own.printStackTrace();
      }
      long until = System.nanoTime() + (long) (pause() * 1e9);
      synchronized (wake) {
        try {
          for (long left = 1; !isWoken && left > 0; left = (until - System.nanoTime()) / 1000000) wake.wait(left);
        } catch (InterruptedException end) {
          return;
        }
      }
    }
  }

  private void wakeUp() {
    synchronized (wake) {
      isWoken = true;
      wake.notifyAll();
    }
  }

  private State askOrWait() {
    try {
      State answered = ask();
      failures = 0;
      return answered;
    } catch (NoAnswer reason) {
      failures = failures + 1;
      synchronized (guard) {
        if (state.name == Name.REFUSED || state.name == Name.UPDATE) return state;
        if (!counts(true)) return new State(Name.WAITING, 0, reason.getMessage(), 0);
        write(); // the time that was seen 记下已见过的时间
        return new State(Name.GRACE, 0, reason.getMessage(), kept().end);
      }
    }
  }

  private State ask() throws NoAnswer {
    if (mustUpdate()) {
      String text = newest("app_update_show");
      String own = "Version " + update() + " is needed / 请更新到 " + update();
      return new State(Name.UPDATE, 200, text.isEmpty() ? own : text, 0);
    }
    Answer answer = call("kmlogon", codeAndMachine());
    if (answer.code != 200) {
      forget();
      return new State(Name.REFUSED, answer.code, answer.text, 0);
    }
    // A person in between could let the server answer a good code of their own. 防止他人用自己的卡密代答。
    if (!answer.field("kami").equals(kami)) throw new NoAnswer("The answer is to another call / 这是对其他请求的应答");
    try {
      long end = new BigDecimal(answer.field("vip")).longValueExact();
      keep(end, answer.time);
      return new State(Name.LICENSED, 200, "", end);
    } catch (ArithmeticException | NumberFormatException none) {
      throw new NoAnswer("The answer has no end / 应答中没有到期时间");
    }
  }

  /** Asks once after the start. 启动后只查询一次版本。 */
  private boolean mustUpdate() throws NoAnswer {
    if (versionsRead) return false;
    try {
      Answer answer = call("ini", new LinkedHashMap<>());
      if (answer.code == 200) newest = answer.fields;
      boolean must = answer.code == 200 && !update().isEmpty() && newest("app_update_must").equals("y");
      versionsRead = !must;
      return must;
    } catch (Busy later) {
      return false;
    }
  }

  private boolean settle(State next) {
    synchronized (guard) {
      boolean isChanged = next.name != state.name || next.code != state.code;
      state = next;
      return isChanged;
    }
  }

  // --- the last good answer 上一次成功的应答 ---

  /** Only a clock that goes forward counts, so a clock set back gains nothing. 时钟回拨不会延长授权。 */
  private long serverTime() {
    long now = now();
    Kept last = kept();
    last.seen += Math.max(0, now - last.wall);
    last.wall = now;
    return last.seen;
  }

  private boolean counts(boolean grace) {
    long now = serverTime();
    return now < kept().end && (!grace || now < kept().given + graceHours * 3600L);
  }

  private void keep(long end, long given) {
    synchronized (guard) {
      Kept last = kept();
      last.end = end;
      last.given = given;
      last.seen = given;
      last.wall = now();
      write();
    }
  }

  private void forget() {
    synchronized (guard) {
      kept = nothing();
      try {
        Files.deleteIfExists(path());
      } catch (IOException readOnly) {
        // The file could not be written either. 文件本来也写不了。
      }
    }
  }

  private Kept nothing() {
    Kept none = new Kept();
    none.wall = now();
    return none;
  }

  private Kept kept() {
    if (kept == null) kept = read();
    return kept;
  }

  private Path path() {
    return folder.resolve(app + "-" + md5(kami + " " + machine).substring(0, 16) + ".txt");
  }

  /** An edited file, or one of another machine, has another digest. 改动过的或来自别的机器的文件无效。 */
  private String digest(String content) {
    return md5(app + "&" + kami + "&" + content + "&" + appkey + "&" + machine);
  }

  private Kept read() {
    try {
      byte[] bytes = Files.readAllBytes(path());
      String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ");
      String content = String.join(" ", Arrays.copyOf(parts, 4));
      if (parts.length == 5 && isEqual(digest(content), parts[4])) {
        Kept last = new Kept();
        last.end = Long.parseLong(parts[0]);
        last.given = Long.parseLong(parts[1]);
        last.seen = Long.parseLong(parts[2]);
        last.wall = Long.parseLong(parts[3]);
        return last;
      }
    } catch (IOException | NumberFormatException none) {
      // There is no file, or it is no longer whole. 没有文件，或已损坏。
    }
    return nothing();
  }

  /** A disk that takes nothing stops no program. 无法写盘时程序照常运行。 */
  private void write() {
    Kept last = kept();
    String content = last.end + " " + last.given + " " + last.seen + " " + last.wall;
    try {
      Files.createDirectories(folder);
      Path part = Files.createTempFile(folder, "part", ".txt");
      Files.write(part, (content + " " + digest(content)).getBytes(StandardCharsets.UTF_8));
      Files.move(part, path(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException readOnly) {
      // The program goes on without the file. 没有文件也继续运行。
    }
  }

  // --- the protocol 协议 ---

  private Map<String, String> codeAndMachine() {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("kami", kami);
    params.put("markcode", machine);
    return params;
  }

  /** An answer that is surely the server's. 返回可信的应答，否则抛出 NoAnswer。 */
  private Answer call(String api, Map<String, String> params) throws NoAnswer {
    for (String value : params.values()) {
      // RC4-2 joins its parts by &. No code has a control character. RC4-2 以 & 分隔各项。
      boolean isPlain = value.chars().noneMatch(c -> c < 32 || c == 127 || (mode == 3 && c == '&'));
      if (!isPlain || !StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
        String text = "This sign cannot be in a code / 卡密或机器码含有不能使用的字符";
        return new Answer(401, text, Collections.emptyMap(), 0);
      }
    }
    Answer answer = exchange(api, params);
    if (answer.code == 105 || answer.code == 108) { // the own clock 本机时钟
      skew = answer.time - now();
      answer = exchange(api, params);
    }
    boolean waits = TRANSIENT.contains(answer.code) || TOO_OFTEN.contains(answer.text);
    if (waits || (answer.code >= 500 && answer.code < 600)) throw new Busy(answer.code + " " + answer.text);
    return answer;
  }

  private Answer exchange(String api, Map<String, String> params) throws NoAnswer {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    String value = hex(bytes);
    Map<String, String> fields = new LinkedHashMap<>(params);
    fields.put("nonce", value); // the server takes no signature twice 服务器不接受重复的签名
    fields.put("t", Long.toString(now() + skew));
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> field : fields.entrySet())
      text.append(field.getKey()).append('=').append(field.getValue()).append('&');
    fields.put("sign", md5(text + appkey));
    if (mode == 3) {
      String inside = text + "sign=" + fields.get("sign");
      fields = new LinkedHashMap<>();
      fields.put("data", hex(rc4(inside.getBytes(StandardCharsets.UTF_8))));
    }
    fields.put("value", value);
    HttpURLConnection connection = null;
    byte[] body;
    String signature;
    try {
      connection = (HttpURLConnection) URI.create(address + "/api.php?api=" + api + "&app=" + app).toURL().openConnection();
      body = post(connection, form(fields));
      signature = connection.getHeaderField("X-Pulsekey-Signature");
    } catch (IOException | IllegalArgumentException error) {
      String reason = place() + ", allow it in the firewall (" + error + ") / ";
      throw new NoAnswer("No answer from " + reason + place() + " 无应答，请在防火墙中放行");
    } finally {
      if (connection != null) connection.disconnect();
    }
    Answer answer = read(body, value);
    if (answer == null || (!answerKey.isEmpty() && !isSigned(signature, value, api, body, answer.time)))
      throw new NoAnswer("The answer of " + place() + " is not the server's / " + place() + " 的应答不是授权服务器发出的");
    return answer;
  }

  /** The answer, if its check is right; else null. 校验正确的应答，否则为空。 */
  private Answer read(byte[] body, String value) {
    try {
      byte[] json = mode == 3 ? rc4(unhex(new String(body, StandardCharsets.US_ASCII))) : body;
      Object read = Json.read(new String(json, StandardCharsets.UTF_8));
      if (!(read instanceof Map)) return null;
      Map<?, ?> all = (Map<?, ?>) read;
      Object msg = all.get("msg");
      Object data = all.get("data");
      if (!(all.get("code") instanceof BigDecimal) || !(all.get("time") instanceof BigDecimal)) return null;
      int code = ((BigDecimal) all.get("code")).intValueExact();
      long time = ((BigDecimal) all.get("time")).longValueExact();
      if (!isEqual(md5(time + appkey + value), String.valueOf(all.get("check")))) return null;
      Map<?, ?> none = Collections.emptyMap();
      Map<?, ?> fields = msg instanceof Map ? (Map<?, ?>) msg : data instanceof Map ? (Map<?, ?>) data : none;
      return new Answer(code, msg instanceof String ? (String) msg : "", fields, time);
    } catch (IllegalArgumentException | ArithmeticException garbage) {
      return null;
    }
  }

  private static byte[] post(HttpURLConnection connection, String form) throws IOException {
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
    connection.setRequestProperty("User-Agent", "Pulsekey/1");
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(form.getBytes(StandardCharsets.US_ASCII));
    }
    if (connection.getResponseCode() != 200) throw new IOException("HTTP " + connection.getResponseCode());
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    try (InputStream in = connection.getInputStream()) {
      for (int size = in.read(part); size >= 0 && read.size() < 1 << 20; size = in.read(part)) read.write(part, 0, size);
    }
    return read.toByteArray();
  }

  private static String form(Map<String, String> fields) throws IOException {
    StringBuilder form = new StringBuilder();
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (form.length() > 0) form.append('&');
      form.append(field.getKey()).append('=').append(URLEncoder.encode(field.getValue(), "UTF-8"));
    }
    return form.toString();
  }

  /** The host and port that a firewall has to allow. 防火墙需要放行的主机与端口。 */
  private String place() {
    String place = address.replaceAll("^\\w+://|/.*", "");
    return place.matches(".*:\\d+") ? place : place + (address.startsWith("https") ? ":443" : ":80");
  }

  /** Whether one of the server's two keys signed the answer. 应答是否由服务器的密钥签名。 */
  private boolean isSigned(String signature, String value, String api, byte[] body, long time) {
    String[] entries = signature == null ? new String[0] : signature.split(" ");
    if (entries.length == 0 || !entries[0].equals("t=" + time)) return false;
    byte[] head = ("pulsekey1\n" + time + "\n" + value + "\n" + api + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] message = Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, message, head.length, body.length);
    for (String key : Arrays.asList(answerKey, answerKeyNext)) {
      byte[] bytes = unhex(key);
      String name = hex(digestOf("SHA-256", bytes)).substring(0, 8) + "=";
      for (String entry : entries) {
        if (entry.startsWith(name) && Ed25519.verify(bytes, message, unbase64(entry.substring(name.length())))) return true;
      }
    }
    return false;
  }

  private static byte[] unbase64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException none) {
      return new byte[0];
    }
  }

  /** Without the blanks and invisible signs of chats around it. 去掉两端的空白与不可见字符。 */
  private static String trim(String code) {
    int start = 0;
    int end = code.length();
    while (start < end && isBlank(code.charAt(start))) start++;
    while (end > start && isBlank(code.charAt(end - 1))) end--;
    return code.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT;
  }

  /** 1.10 is newer than 1.9; where no number decides, another text is newer. 数字相同时，文字不同即为新版本。 */
  static boolean isNewer(String version, String own) {
    if (version.trim().isEmpty() || version.trim().equals(own.trim())) return false;
    Matcher left = Pattern.compile("\\d{1,9}").matcher(version);
    Matcher right = Pattern.compile("\\d{1,9}").matcher(own);
    while (true) {
      boolean hasLeft = left.find();
      boolean hasRight = right.find();
      if (!hasLeft && !hasRight) return true;
      int difference = (hasLeft ? Integer.parseInt(left.group()) : 0) - (hasRight ? Integer.parseInt(right.group()) : 0);
      if (difference != 0) return difference > 0;
    }
  }

  private byte[] rc4(byte[] data) {
    byte[] key = rc4key.getBytes(StandardCharsets.UTF_8);
    int[] s = new int[256];
    for (int i = 0; i < 256; i++) s[i] = i;
    for (int i = 0, j = 0; i < 256; i++) {
      j = (j + s[i] + key[i % key.length]) & 255;
      int swap = s[i];
      s[i] = s[j];
      s[j] = swap;
    }
    byte[] out = new byte[data.length];
    for (int at = 0, i = 0, j = 0; at < data.length; at++) {
      i = (i + 1) & 255;
      j = (j + s[i]) & 255;
      int swap = s[i];
      s[i] = s[j];
      s[j] = swap;
      out[at] = (byte) (data[at] ^ s[(s[i] + s[j]) & 255]);
    }
    return out;
  }

  private static String md5(String text) {
    return hex(digestOf("MD5", text.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] digestOf(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static boolean isEqual(String a, String b) {
    return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  private static String hex(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    for (byte b : bytes) out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    return out.toString();
  }

  private static byte[] unhex(String text) {
    if (text.length() % 2 != 0) throw new IllegalArgumentException("no hex");
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(text.substring(i * 2, i * 2 + 2), 16);
    return bytes;
  }

  /** The same text on this machine for ever, for no other machine. 本机唯一且不变的机器码。 */
  public static String machineCode() {
    String system = System.getProperty("os.name", "");
    String id = "";
    try {
      if (system.startsWith("Windows")) {
        id = find("reg query HKLM\\SOFTWARE\\Microsoft\\Cryptography /v MachineGuid /reg:64", "REG_SZ\\s+(\\S+)");
      } else if (system.startsWith("Mac")) {
        id = find("ioreg -rd1 -c IOPlatformExpertDevice", "IOPlatformUUID\" = \"([^\"]+)");
      } else {
        id = new String(Files.readAllBytes(Paths.get("/etc/machine-id")), StandardCharsets.US_ASCII).trim();
      }
    } catch (IOException absent) {
      // The network card names the machine. 改用网卡地址。
    }
    return md5("pulsekey " + (id.isEmpty() ? networkCard() : id)).toUpperCase(java.util.Locale.ROOT);
  }

  private static String find(String command, String pattern) throws IOException {
    Process process = new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in = process.getInputStream()) {
      for (int b = in.read(); b >= 0; b = in.read()) out.write(b);
    }
    Matcher matcher = Pattern.compile(pattern).matcher(out.toString("US-ASCII"));
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String networkCard() {
    try {
      for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        byte[] address = card.getHardwareAddress();
        if (address != null && !card.isVirtual() && !card.isLoopback()) return hex(address);
      }
    } catch (SocketException none) {
      // The user's name remains. 最后使用用户名。
    }
    return System.getProperty("user.name", "");
  }
}
